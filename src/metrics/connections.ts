/** Connections of callers to the public listener. */
import type { Server } from 'node:net';
import type { Metrics } from '#src/platform/metrics.ts';

/** Counts the opened, closed and failed connections of a server. */
export function countConnections(server: Server, metrics: Metrics): void {
  const opened = metrics.counter('connections_opened', 'Connections opened by callers.');
  const closed = metrics.counter('connections_closed', 'Closed connections.');
  const error = (connection_error: string) => metrics.counter('connections_error', 'Failed connections of callers.', { connection_error });
  const [notAccepted, notClosed] = [error('accept'), error('close')];
  server.on('connection', (socket) => {
    opened.add();
    socket.once('close', (hadError) => {
      closed.add();
      if (hadError) notClosed.add();
    });
  });
  server.on('drop', () => notAccepted.add());
  server.on('error', () => notAccepted.add());
}
