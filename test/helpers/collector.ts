/** A real HTTP server that records POSTs, for background deliveries. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface Collected {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. */
  readonly body: string;
}

export interface Collector {
  readonly url: string;
  readonly collected: Collected[];
  /** Waits until this many have arrived. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param statusOf status of the response to each POST, by the number of previous ones; 0: no response */
export async function startCollector(statusOf: (before: number) => number = () => 200, body = ''): Promise<Collector> {
  const collected: Collected[] = [];
  let arrived = (): void => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statusOf(collected.length);
      const bytes = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
      collected.push({ path: request.url ?? '', headers: request.headers, body: text });
      arrived();
      if (status > 0) response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    collected,
    async until(count) {
      while (collected.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
