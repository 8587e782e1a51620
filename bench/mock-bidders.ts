/** Mock bidders in a process of their own: they respond to every POST after `?delay=` ms, also to compressed ones. Argument: port. Prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { benchResponse } from './request.ts';

const responses = new Map<string, Buffer>();

/** Bytes of a gzip body's end: checksum and length. */
const TRAILER = 8;
/** Characters of a plain body by which requests differ. */
const HEAD = 200;

/** The response is cached per distinct request: the mock must not dominate the measurement. */
function responseTo(body: Buffer, isGzip: boolean): Buffer {
  const key = isGzip ? body.toString('hex', body.length - TRAILER) : body.toString('utf8', 0, HEAD);
  let response = responses.get(key);
  if (!response) {
    const json = (isGzip ? gunzipSync(body) : body).toString('utf8');
    response = Buffer.from(JSON.stringify(benchResponse(JSON.parse(json) as BidRequest)));
    responses.set(key, response);
  }
  return response;
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const delay = Number(/delay=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const bidderResponse = responseTo(Buffer.concat(chunks), request.headers['content-encoding'] === 'gzip');
    const send = (): void => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bidderResponse.length }).end(bidderResponse);
    };
    if (delay > 0) setTimeout(send, delay);
    else send();
  });
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
);
process.on('SIGTERM', () => process.exit(0));
