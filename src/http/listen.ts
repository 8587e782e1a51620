/** Opens the public listener. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Connections accepted per turn of the event loop. Node accepts one per turn and listening socket; under load a turn takes
 * milliseconds, and new connections would wait in the kernel without ever being rejected.
 */
const ACCEPTS_PER_TURN = 256;

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Whether several sockets of this process can share a port; the workers of a cluster receive connections from their primary. */
const canShare = (isWorker: boolean): boolean => process.platform === 'linux' && !isWorker;

/** Rejects with the error of the system call. */
export const listening = (server: Server, options: object): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/**
 * Rejects with EADDRINUSE if any other process has the port or socket file: sockets that share a port would not notice, and workers of a
 * cluster would start only to fail.
 */
export async function checkFree(address: ListenAddress | { readonly path: string }): Promise<void> {
  if ('port' in address && address.port === 0) return;
  const probe = createServer();
  await listening(probe, { ...address, exclusive: true });
  await closed(probe);
}

/**
 * Listens at an address.
 * @param isWorker this process is a worker of a cluster
 * @returns the listening servers
 * @throws the error of the system call
 */
export async function listen(app: FastifyInstance, address: ListenAddress, isWorker: boolean): Promise<readonly Server[]> {
  if (!canShare(isWorker)) {
    await app.listen(address);
    return [app.server];
  }
  await checkFree(address);
  const more: Server[] = [];
  app.addHook('preClose', async () => {
    await Promise.all(more.map(closed));
  });
  const shared = { ...address, reusePort: true };
  await app.listen(shared);
  for (const { address: host, port } of app.addresses() as AddressInfo[]) {
    for (let i = 1; i < ACCEPTS_PER_TURN; i++) {
      const server = createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket));
      await listening(server, { host, port, reusePort: true });
      more.push(server);
    }
  }
  return [app.server, ...more];
}
