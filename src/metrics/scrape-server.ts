/** The separate listener for scrapers: metrics at any path, with few concurrent responses. */
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exposed } from './exposition.ts';

/** Max concurrent scrapes; further ones get a response to retry. */
const MAX_CONCURRENT = 5;

export interface ScrapeServer {
  /** Returns the bound port. */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * @param timeoutMs timeout of a scrape's connection
 * @param limits of slow clients
 */
export function createScrapeServer(
  expose: (accept?: string) => Promise<Exposed>,
  timeoutMs: number,
  limits: ServerOptions = {},
): ScrapeServer {
  let live = 0;
  const server: Server = createServer(limits, (request, response) => {
    request.resume();
    if (live >= MAX_CONCURRENT) {
      response
        .writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1' })
        .end(`Limit of concurrent requests reached (${MAX_CONCURRENT}), try again later.`);
      return;
    }
    live++;
    response.once('close', () => live--);
    response.setTimeout(timeoutMs, () => response.destroy());
    expose(request.headers.accept).then(
      ({ type, body }) => response.writeHead(200, { 'Content-Type': type, Vary: 'Accept' }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
