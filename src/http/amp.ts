/** `GET /openrtb2/amp`: every answer, good or bad, names the page that may read it (amp-and-video.md section 1). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toIncoming } from './incoming.ts';
import { type AuctionHost, runEndpoint } from './run-auction.ts';

const SOURCE_ORIGIN = 'AMP-Access-Control-Allow-Source-Origin';

/** What may stand in a header: the page's word comes from the query, where line breaks could split the answer. */
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
