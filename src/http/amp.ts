/** `GET /openrtb2/amp`: every response, including errors, names the page that may read it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toIncoming } from './incoming.ts';
import { type AuctionHost, runEndpoint } from './run-auction.ts';

const SOURCE_ORIGIN = 'AMP-Access-Control-Allow-Source-Origin';

/** Whether a string is safe in a header: it comes from the query, where line breaks could split the response. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

function sourceOrigin(request: FastifyRequest): string {
  const { query, headers } = toIncoming(request);
  const origin = query['__amp_source_origin'] || headers['origin'] || '';
  return isPlain(origin) ? origin : '';
}

export function registerAmp(app: FastifyInstance, host: AuctionHost): void {
  app.get('/openrtb2/amp', { exposeHeadRoute: false }, (request, reply) => {
    reply.header(SOURCE_ORIGIN, sourceOrigin(request)).header('Access-Control-Expose-Headers', SOURCE_ORIGIN);
    return runEndpoint('amp', request, reply, host);
  });
}
