/** `GET /openrtb2/amp`: every response, including errors, names the page that may read it (docs/endpoints/amp.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rejectWhenBusy } from './busy.ts';
import type { Headers } from './early.ts';
import { headersOf, isPlain, queryOf } from './incoming.ts';
import { type AuctionHost, runEndpoint } from './run-auction.ts';

const path = '/openrtb2/amp';
const SOURCE_ORIGIN = 'AMP-Access-Control-Allow-Source-Origin';

/** The page of a query, where line breaks could split the response, or else the `Origin` of the request. */
function sourceOrigin(inQuery: string | null | undefined, origin: string): Headers {
  const page = inQuery || origin;
  return { 'amp-access-control-allow-source-origin': isPlain(page) ? page : '', 'access-control-expose-headers': SOURCE_ORIGIN };
}

/** The same before the query is parsed. */
const earlyHeaders = (url: string, origin: string): Headers =>
  sourceOrigin(new URLSearchParams(url.slice(path.length)).get('__amp_source_origin'), origin);

function addSourceOrigin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.headers(sourceOrigin(queryOf(request)['__amp_source_origin'], headersOf(request)['origin'] ?? ''));
  done();
}

export function registerAmp(app: FastifyInstance, host: AuctionHost): void {
  const reject = rejectWhenBusy(app, { endpoint: 'amp', method: 'GET', path, headersOf: earlyHeaders }, host);
  app.get(path, { exposeHeadRoute: false, onRequest: [addSourceOrigin, reject] }, (request, reply) =>
    runEndpoint('amp', request, reply, host),
  );
}
