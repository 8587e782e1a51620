/** The demo host's bidder: a real HTTP server on a loopback socket that bids test creatives on every request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJsonObject } from '#src/json/parse.ts';
import type { Bid, BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { creative } from './creatives.ts';

/** Response time of the slow variant, ms. */
const SLOW_MS = 2000;

/** The bidder's behaviour, from `imp.ext.bidder.behaviour`. */
type Behaviour = 'bid' | 'no-bid' | 'slow' | 'broken';

export interface DemoBidder {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts the bidder on an ephemeral loopback port. */
export async function startDemoBidder(): Promise<DemoBidder> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => respond(request, response, Buffer.concat(chunks).toString('utf8')));
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

function respond(request: IncomingMessage, response: ServerResponse, text: string): void {
  const bidRequest = toRequest(text);
  if (!bidRequest) {
    response.writeHead(400).end('not a bid request');
    return;
  }
  const behaviour = bidRequest.imp.map(behaviourOf).find((b) => b !== 'bid') ?? 'bid';
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
    const bids = bidRequest.imp.map((imp, i) => toBid(imp, base + i * 0.17)).filter((bid) => bid !== undefined);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: bidRequest.id, cur: 'USD', seatbid: [{ bid: bids }] }));
  };
  if (behaviour === 'slow') setTimeout(send, SLOW_MS).unref();
  else send();
}

function toRequest(json: string): BidRequest | undefined {
  const request = parseJsonObject(json);
  return Array.isArray(request?.['imp']) ? (request as unknown as BidRequest) : undefined;
}

const behaviourOf = (imp: Imp): Behaviour => (imp.ext?.bidder?.['behaviour'] as Behaviour | undefined) ?? 'bid';

function toBid(imp: Imp, defaults: number): Bid | undefined {
  const made = creative(imp);
  if (!made) return undefined;
  const wanted = imp.ext?.bidder?.['price'];
  const price = typeof wanted === 'number' ? wanted : Math.round(defaults * 100) / 100;
  // A requested price is bid regardless of the floor, to demonstrate its rejection.
  if (wanted === undefined && price < (imp.bidfloor ?? 0)) return undefined;
  return { id: `bid-${imp.id}`, impid: imp.id, price, crid: `demo-${made.mtype}`, adomain: ['advertiser.example'], ...made };
}
