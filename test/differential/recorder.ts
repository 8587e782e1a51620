/**
 * The bidders' server of both hosts: `/<side>/<bidder>` records the request for that side and responds with bids that depend on the
 * request's content only, so that both hosts get the same response to the same request.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { parsed } from './normalise.ts';
import { bidsFor } from './recorder-bids.ts';

export type Side = 'ours' | 'peer';
export const SIDES: readonly Side[] = ['ours', 'peer'];

export interface RecordedCall {
  readonly bidder: string;
  readonly method: string;
  /** Path and query after the bidder's own endpoint. */
  readonly query: string;
  /** JSON, or text that is none. */
  readonly body: unknown;
}

export interface Recorder {
  /** Endpoint of a bidder, for one side's settings. */
  endpoint(side: Side, bidder: string): string;
  /** Calls of this side since the last `take`, in order of arrival. */
  take(side: Side): RecordedCall[];
  close(): Promise<void>;
}

/** @param port 0: an ephemeral one. A peer with fixed settings needs a fixed port */
export async function startRecorder(port = 0): Promise<Recorder> {
  const calls: Record<Side, RecordedCall[]> = { ours: [], peer: [] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => response.destroy());
    request.on('end', () => {
      const [, side, bidder = '', ...rest] = (request.url ?? '').split(/[/?]/);
      const body = bodyOf(Buffer.concat(chunks), request.headers['content-encoding']);
      if (side === 'ours' || side === 'peer') calls[side].push({ bidder, method: request.method ?? '', query: rest.join('&'), body });
      const bids = bidsFor(bidder, body);
      response.writeHead(bids ? 200 : 204, { 'content-type': 'application/json' }).end(bids && JSON.stringify(bids));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint: (side, bidder) => `${origin}/${side}/${bidder}`,
    take: (side) => calls[side].splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function bodyOf(bytes: Buffer, encoding: string | undefined): unknown {
  try {
    return parsed((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8'));
  } catch {
    return '(not gzip)';
  }
}
