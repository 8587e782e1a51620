/** The demo host's bidder: a real HTTP server on a loopback socket that bids test creatives on whatever it is asked for. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bid, BidRequest, Imp } from '#src/wire/ortb.ts';
import { creative } from './creatives.ts';

/** ms the slow variant takes. */
const SLOW_MS = 2000;

/** How the bidder is to behave, from `imp.ext.bidder.behaviour`. */
type Behaviour = 'bid' | 'no-bid' | 'slow' | 'broken';

export interface DemoBidder {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts the bidder on a free loopback port. */
export async function startDemoBidder(): Promise<DemoBidder> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
  const asked = toRequest(text);
  if (!asked) {
    response.writeHead(400).end('this is no bid request');
    return;
  }
  const behaviour = asked.imp.map(behaviourOf).find((b) => b !== 'bid') ?? 'bid';
  if (behaviour === 'broken') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>not a bid</html>');
    return;
  }
  if (behaviour === 'no-bid') {
    response.writeHead(204).end();
    return;
  }
  const base = request.url?.startsWith('/generous') ? 2.4 : 1.35;
  const send = (): void => {
    const bids = asked.imp.map((imp, i) => toBid(imp, base + i * 0.17)).filter((bid) => bid !== undefined);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: asked.id, cur: 'USD', seatbid: [{ bid: bids }] }));
  };
  if (behaviour === 'slow') setTimeout(send, SLOW_MS).unref();
  else send();
}

function toRequest(text: string): BidRequest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const request = value as BidRequest | null;
    return request && Array.isArray(request.imp) ? request : undefined;
  } catch {
    return undefined;
  }
}

const behaviourOf = (imp: Imp): Behaviour => (imp.ext?.bidder?.['behaviour'] as Behaviour | undefined) ?? 'bid';

function toBid(imp: Imp, usual: number): Bid | undefined {
  const made = creative(imp);
  if (!made) return undefined;
  const wanted = imp.ext?.bidder?.['price'];
  const price = typeof wanted === 'number' ? wanted : Math.round(usual * 100) / 100;
  // A price that was asked for is bid whatever the floor, so that one can see what becomes of it.
  if (wanted === undefined && price < (imp.bidfloor ?? 0)) return undefined;
  return { id: `bid-${imp.id}`, impid: imp.id, price, crid: `demo-${made.mtype}`, adomain: ['advertiser.example'], ...made };
}
