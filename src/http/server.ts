/** The public listener: what all its endpoints share. Each endpoint is a file of its own beside this one. */
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { addCors } from './cors.ts';

const NO_CACHE = { 'Cache-Control': 'no-cache, no-store, must-revalidate', Pragma: 'no-cache', Expires: '0' };

/** ms a client may take to send its request. */
const REQUEST_TIMEOUT_MS = 15_000;

/**
 * A Fastify instance that reads every body as bytes whatever its content type says: browser clients post JSON as
 * `text/plain` to stay clear of preflights, so the content type is not trusted.
 */
export function makeServer(config: HostConfig, log: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: undefined,
    disableRequestLogging: true,
    bodyLimit: config.max_request_size,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    return503OnClosing: true,
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    request.headers['content-type'] = 'application/octet-stream';
    reply.headers(NO_CACHE);
  });
  addCors(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = (['GET', 'POST', 'HEAD', 'DELETE'] as const).filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length > 0)
      return reply.code(405).header('Allow', allowed.join(', ')).type('text/plain; charset=utf-8').send('Method Not Allowed\n');
    return reply.code(404).type('text/plain; charset=utf-8').send(`404 page not found: ${path}\n`);
  });
  return app;
}

/** What went wrong outside the endpoints: bodies over the limit, broken framing, bugs. */
function answerError(
  error: FastifyError,
  request: { log: FastifyBaseLogger; routeOptions: { bodyLimit?: number } },
  reply: { code(status: number): { type(type: string): { send(text: string): unknown } } },
): unknown {
  const status = error.statusCode ?? 500;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const text = `Invalid request: request size exceeded max size of ${request.routeOptions.bodyLimit} bytes.\n`;
    return reply.code(400).type('text/plain; charset=utf-8').send(text);
  }
  if (status >= 500) request.log.error({ err: error }, 'an endpoint failed');
  const text = status >= 500 ? 'Internal Server Error\n' : `Invalid request: ${error.message}\n`;
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}
