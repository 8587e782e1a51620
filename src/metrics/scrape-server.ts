/** The listener for scrapers alone: metrics at any path, a few at once (info-admin-analytics.md 9). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Scrapes answered at once; further ones are told to come back. */
const MOST_AT_ONCE = 5;

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface ScrapeServer {
  /** The port it got. */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

/** @param timeoutMs after which a scrape's connection is ended */
export function createScrapeServer(text: () => Promise<string>, timeoutMs: number): ScrapeServer {
  let live = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    if (live >= MOST_AT_ONCE) {
      response
        .writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1' })
        .end(`Limit of concurrent requests reached (${MOST_AT_ONCE}), try again later.`);
      return;
    }
    live++;
    response.once('close', () => live--);
    response.setTimeout(timeoutMs, () => response.destroy());
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(body),
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
