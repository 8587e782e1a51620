/** Cross-origin rules of the public port: any origin is echoed, with credentials. */
import type { FastifyInstance, FastifyReply } from 'fastify';

const HEADERS = new Set(['origin', 'x-requested-with', 'content-type', 'accept']);
const METHODS = new Set(['GET', 'POST', 'HEAD']);

const areAllowed = (asked: string): boolean =>
  asked.split(',').every((name) => name.trim() === '' || HEADERS.has(name.trim().toLowerCase()));

/** Response headers that allow everything in a preflight. */
const ALL = {
  'Access-Control-Allow-Methods': 'GET,POST,HEAD,OPTIONS',
  'Access-Control-Allow-Headers': 'Origin,Accept,X-Requested-With,Content-Type',
};

const allowOrigin = (reply: FastifyReply, origin: string): FastifyReply =>
  reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Allow-Credentials', 'true');

/** Permissions of a preflight; undefined: none. */
function allowed(all: boolean, method: string, asked: string): Readonly<Record<string, string>> | undefined {
  if (all) return ALL;
  if (!METHODS.has(method) || !areAllowed(asked)) return undefined;
  return { 'Access-Control-Allow-Methods': method, ...(asked !== '' && { 'Access-Control-Allow-Headers': asked }) };
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
      reply.header('Vary', 'Origin');
      if (origin) allowOrigin(reply, origin);
      done();
      return;
    }
    reply.header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
    const lists = origin ? allowed(all, method, String(headers ?? '')) : undefined;
    if (origin && lists) allowOrigin(reply, origin).headers(lists);
    reply.code(204).send();
  });
}
