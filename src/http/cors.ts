/** Cross-origin rules of the public port: any origin is echoed, with credentials. */
import type { FastifyInstance } from 'fastify';

const HEADERS = new Set(['origin', 'x-requested-with', 'content-type', 'accept']);
const METHODS = new Set(['GET', 'POST', 'HEAD']);

const areAllowed = (requestedHeaders: string): boolean =>
  requestedHeaders.split(',').every((name) => name.trim() === '' || HEADERS.has(name.trim().toLowerCase()));

/** Response headers that allow everything in a preflight. */
const ALL = {
  'Access-Control-Allow-Methods': 'GET,POST,HEAD,OPTIONS',
  'Access-Control-Allow-Headers': 'Origin,Accept,X-Requested-With,Content-Type',
};

const VARY = { vary: 'Origin' };
const allowOrigin = (origin: string) => ({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });

/** Headers of a response that is no preflight's. @param origin of the request; '': none */
export const corsHeaders = (origin: string): Readonly<Record<string, string>> =>
  origin === '' ? VARY : { ...VARY, ...allowOrigin(origin) };

/** Permissions of a preflight; undefined: none. */
function allowed(all: boolean, method: string, requestedHeaders: string): Readonly<Record<string, string>> | undefined {
  if (all) return ALL;
  if (!METHODS.has(method) || !areAllowed(requestedHeaders)) return undefined;
  return { 'Access-Control-Allow-Methods': method, ...(requestedHeaders !== '' && { 'Access-Control-Allow-Headers': requestedHeaders }) };
}

/**
 * Adds the headers to every response, including errors, and responds to preflights with 204.
 * @param all preflights allow everything
 */
export function addCors(app: FastifyInstance, all: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method, 'access-control-request-headers': headers } = request.headers;
    const isPreflight = request.method === 'OPTIONS' && method !== undefined;
    if (!isPreflight) {
      reply.headers(corsHeaders(origin ?? ''));
      done();
      return;
    }
    reply.header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
    const lists = origin ? allowed(all, method, String(headers ?? '')) : undefined;
    if (origin && lists) reply.headers({ ...allowOrigin(origin), ...lists });
    reply.code(204).send();
  });
}
