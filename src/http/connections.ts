/** The client connections of this process: their number is limited, and they end with the host. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '#src/platform/metrics.ts';

/** The open connections of an app, whatever server of it accepted them. */
interface Connections {
  readonly sockets: Set<Socket>;
  readonly add: (socket: Socket) => void;
}

const openOf = new WeakMap<object, Connections>();

/** Ends all connections of a server, also those in a handshake and those of HTTP/2. Call `limitConnections` before. */
export function destroyConnections(server: object): void {
  for (const socket of openOf.get(server)?.sockets ?? []) socket.destroy();
}

/** Closes new connections beyond `max` at once and counts them. */
export function limitConnections(server: Server, max: number, metrics: Metrics): void {
  const open = metrics.gauge('client_connections', 'Open connections of clients.');
  const dropped = metrics.counter('client_connections_dropped', 'Connections of clients closed because there were too many.');
  const sockets = new Set<Socket>();
  const add = (socket: Socket): void => {
    sockets.add(socket);
    open.set(sockets.size);
    socket.once('close', () => {
      sockets.delete(socket);
      open.set(sockets.size);
    });
    if (sockets.size <= max) return;
    dropped.add();
    socket.destroy();
  };
  openOf.set(server, { sockets, add });
  server.prependListener('connection', add);
}

/** Counts the connections of another listener of the same app with those of its server, under the same limit. */
export function shareLimit(server: Server, other: Server): void {
  const add = openOf.get(server)?.add;
  if (add) other.prependListener('connection', add);
}
