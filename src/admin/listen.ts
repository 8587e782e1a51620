/** Opens the admin listener: at its address and port, or on its socket file, which only its owner can use. */
import { chmod } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { clearSocket } from '#src/http/socket-file.ts';

/** Permissions of the socket file: its owner. */
const OWNER_ONLY = 0o600;
/** Permissions that new files do not get while the socket file is made: others could connect before its own are set. */
const NOT_OTHERS = 0o077;

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
  // Threads share the umask of their process and cannot set it.
  const umask = isMainThread ? process.umask(NOT_OTHERS) : undefined;
  try {
    await admin.listen({ path });
  } finally {
    if (umask !== undefined) process.umask(umask);
  }
  await chmod(path, OWNER_ONLY);
}
