/** The number of client connections of this process. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '#src/platform/metrics.ts';

/** Closes new connections beyond `max` at once and counts them. */
export function limitConnections(server: Server, max: number, metrics: Metrics): void {
  const open = metrics.gauge('client_connections', 'Open connections of clients.');
  const dropped = metrics.counter('client_connections_dropped', 'Connections of clients closed because there were too many.');
  let count = 0;
  server.prependListener('connection', (socket: Socket) => {
    open.set(++count);
    socket.once('close', () => open.set(--count));
    if (count <= max) return;
    dropped.add();
    socket.destroy();
  });
}
