/** `GET /openrtb2/amp`: every response, including errors, names the page that may read it (docs/endpoints/amp.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rejectWhenBusy } from './busy.ts';
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

function addSourceOrigin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header(SOURCE_ORIGIN, sourceOrigin(request)).header('Access-Control-Expose-Headers', SOURCE_ORIGIN);
  done();
}

export function registerAmp(app: FastifyInstance, host: AuctionHost): void {
  app.get('/openrtb2/amp', { exposeHeadRoute: false, onRequest: [addSourceOrigin, rejectWhenBusy('amp', host)] }, (request, reply) =>
    runEndpoint('amp', request, reply, host),
  );
}
