/** The public listener: what all its endpoints share. Each endpoint is a file of its own beside this one. */
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import type { Log } from '#src/outside/log.ts';
import { addCors } from './cors.ts';

const NO_CACHE = { 'Cache-Control': 'no-cache, no-store, must-revalidate', Pragma: 'no-cache', Expires: '0' };

const TEXT = 'text/plain; charset=utf-8';
const METHODS = ['GET', 'POST', 'HEAD', 'DELETE'] as const;

/** ms a client may take to send its request. */
const REQUEST_TIMEOUT_MS = 15_000;

/**
 * A Fastify instance that reads every body as bytes whatever its content type says: browser clients post JSON as
 * `text/plain` to stay clear of preflights, so the content type is not trusted.
 */
export function makeServer(config: HostConfig, log: Log): FastifyInstance {
  // No logger of Fastify's own: two lines a request cost more than its routing. What goes wrong is logged below.
  const app = Fastify({
    logger: false,
    bodyLimit: config.max_request_size,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.keep_alive_timeout_seconds * 1000,
    http: { maxHeaderSize: config.max_header_bytes },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    return503OnClosing: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Hooks call back rather than promise: a promise each is a tenth of what a request costs here.
  app.addHook('onRequest', (request, reply, done) => {
    request.headers['content-type'] = 'application/octet-stream';
    reply.headers(NO_CACHE);
    done();
  });
  addCors(app, config.variant);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, text } = errorAnswer(error, request.routeOptions.bodyLimit ?? config.max_request_size, config.variant);
    if (status >= 500) log.error({ err: error, path: request.url.split('?')[0] }, 'an endpoint failed');
    return reply.code(status).type(TEXT).send(text);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = METHODS.filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length > 0) return reply.code(405).header('Allow', allowed.join(', ')).type(TEXT).send('Method Not Allowed\n');
    return reply.code(404).type(TEXT).send(`404 page not found: ${path}\n`);
  });
  return app;
}

/** What went wrong outside the endpoints: bodies over the limit, broken framing, bugs. */
function errorAnswer(error: FastifyError, limit: number, variant: HostConfig['variant']): { status: number; text: string } {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const text = `request size exceeded max size of ${limit} bytes.`;
    return variant === 'java' ? { status: 413, text } : { status: 400, text: `Invalid request: ${text}\n` };
  }
  const status = error.statusCode ?? 500;
  return { status, text: status >= 500 ? 'Internal Server Error\n' : `Invalid request: ${error.message}\n` };
}
