/** The end of a server's connections when the host stops. */
import type { FastifyInstance } from 'fastify';
import { destroyConnections } from '#src/http/connections.ts';

/** ms to send the last response after its auction has ended. */
export const FINAL_FLUSH_MS = 500;

/** Closes connections that clients keep open: idle ones at once, those with a response in progress shortly after. */
export async function hangUp(app: FastifyInstance, closing: Promise<unknown>): Promise<void> {
  // An HTTP/2 server ends its sessions itself, and has this for HTTP/1.1 only on some versions.
  const server: Partial<Pick<typeof app.server, 'closeIdleConnections'>> = app.server;
  const idle = setInterval(() => server.closeIdleConnections?.(), 20);
  const last = setTimeout(() => destroyConnections(app.server), FINAL_FLUSH_MS);
  await closing;
  clearInterval(idle);
  clearTimeout(last);
}
