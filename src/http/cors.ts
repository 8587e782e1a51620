/** Cross-origin rules of the public port (auction-request.md 2.1): any origin is echoed, with credentials. */
import type { FastifyInstance } from 'fastify';

const HEADERS = new Set(['origin', 'x-requested-with', 'content-type', 'accept']);
const METHODS = new Set(['GET', 'POST', 'HEAD']);

const areAllowed = (asked: string): boolean =>
  asked.split(',').every((name) => name.trim() === '' || HEADERS.has(name.trim().toLowerCase()));

/** Adds the headers to every answer, errors too, and answers preflights with 204. */
export function addCors(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': method, 'access-control-request-headers': headers } = request.headers;
    const isPreflight = request.method === 'OPTIONS' && method !== undefined;
    if (!isPreflight) {
      reply.header('Vary', 'Origin');
      if (origin) reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Allow-Credentials', 'true');
      done();
      return;
    }
    reply.header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
    if (origin && METHODS.has(method) && areAllowed(String(headers ?? ''))) {
      reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Allow-Credentials', 'true');
      reply.header('Access-Control-Allow-Methods', method);
      if (headers) reply.header('Access-Control-Allow-Headers', headers);
    }
    reply.code(204).send();
  });
}
