/** Opens the admin listener: at its address and port, or on its socket file, which only its owner can use. */
import { chmod } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { clearSocket } from '#src/http/socket-file.ts';

/** Permissions of the socket file: its owner. */
const OWNER_ONLY = 0o600;

/** Starts listening, unless the listener is disabled; rejects if its address is in use. */
export async function listenAdmin(
  admin: FastifyInstance,
  {
    admin: { enabled },
    admin_host: host,
    admin_port: port,
    admin_socket: path,
  }: Pick<HostConfig, 'admin' | 'admin_host' | 'admin_port' | 'admin_socket'>,
): Promise<void> {
  if (!enabled) return;
  if (path === '') {
    await admin.listen({ host, port });
    return;
  }
  await clearSocket(path);
  await admin.listen({ path });
  await chmod(path, OWNER_ONLY);
}
