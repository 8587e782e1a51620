/**
 * The floor: the cost of a bare node:http + JSON + undici program for the same calls. It parses the request, makes each bidder's body,
 * calls all, parses their responses and sends one response. No rules, no privacy, no targeting, no cache. Arguments: bidder origin, number
 * of bidders, delay, connections to bidders (default 128). Prints its port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { bidderNames } from './request.ts';

const [origin = '', count = '5', delay = '0', connections = '128'] = process.argv.slice(2);
const pool = new Pool(origin, { connections: Number(connections), allowH2: false });
const bidders = bidderNames(Number(count));

async function call(request: BidRequest, bidder: string): Promise<object> {
  const imp = request.imp.map((one) => ({ ...one, ext: { ...one.ext, bidder: one.ext?.srv?.bidder?.[bidder], srv: undefined } }));
  const response = await pool.request({
    method: 'POST',
    path: `/${bidder}?delay=${delay}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, imp }),
  });
  const { seatbid } = (await response.body.json()) as BidResponse;
  return { seat: bidder, bid: seatbid?.[0]?.bid };
}

async function handle(json: string, response: ServerResponse): Promise<void> {
  const request = JSON.parse(json) as BidRequest;
  const seatbid = await Promise.all(bidders.map((bidder) => call(request, bidder)));
  const body = JSON.stringify({ id: request.id, seatbid, cur: 'USD' });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    handle(Buffer.concat(chunks).toString('utf8'), response).catch((cause: unknown) => response.writeHead(500).end(String(cause)));
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
process.on('SIGTERM', () => process.exit(0));
