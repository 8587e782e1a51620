/** The public listener: everything its endpoints share. Each endpoint is a file of its own in this folder. */
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import type { RejectionDialect } from '#src/dialect/contract/rejection.ts';
import { bounded, MAX_BODY } from '#src/lang/bounded.ts';
import { compressOthers } from './compress.ts';
import { limitConnections } from './connections.ts';
import { addCors } from './cors.ts';
import { rejectEarly } from './early.ts';
import { type HeadLimit, headLimit } from './head-limit.ts';
import { headerLimits, limitSessions, limitStream } from './http2-limits.ts';
import { hasTwoHosts } from './incoming.ts';
import { NO_SCHEMAS } from './no-schemas.ts';
import { listRoutes } from './route-list.ts';
import { NO_CACHE, sendPlain, TEXT_PLAIN } from './send.ts';
import { tlsContext } from './tls.ts';

const METHODS = ['GET', 'POST', 'HEAD', 'DELETE'] as const;

/** Node checks the time limits of all connections this often per limit. */
const CHECKS_PER_LIMIT = 10;

/**
 * A Fastify instance that reads every body as bytes whatever its content type: browser clients post JSON as `text/plain` to avoid
 * preflights, so the content type is not trusted.
 */
export function makeServer({ config, dialect, log, metrics }: Pick<Services, 'config' | 'dialect' | 'log' | 'metrics'>): FastifyInstance {
  const app = openApp(config);
  listRoutes(app);
  limitConnections(app.server, config.admission.max_connections, metrics);
  limitSessions(app.server, config);
  rejectEarly(app, config);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Hooks use callbacks: a promise each is a tenth of a request's cost here.
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    headers['content-type'] = 'application/octet-stream';
    const isHttp2 = 'stream' in request.raw;
    // HTTP/2 has `:authority` instead.
    if (isHttp2) {
      if (headers[':authority'] !== undefined) headers.host ??= String(headers[':authority']);
      limitStream(request, reply, config);
    }
    reply.headers(NO_CACHE);
    // A line of HTTP/1 may name HTTP/2, which begins in another way (RFC 9113, 3.4).
    if (!isHttp2 && request.raw.httpVersionMajor > 1) sendPlain(reply, 505, 'HTTP Version Not Supported\n');
    else if (hasTwoHosts(request.raw.rawHeaders)) sendPlain(reply, 400, 'Invalid request: two Host headers\n');
    else done();
  });
  // Error pages repeat what the caller sent.
  app.addHook('onSend', (_request, reply, payload, done) => {
    done(null, reply.statusCode >= 400 && typeof payload === 'string' ? bounded(payload, MAX_BODY) : payload);
  });
  compressOthers(app, config.compression.response.enable_gzip);
  addCors(app, config.rules.allowAllPreflights);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, message } = errorResponse(error, request.routeOptions.bodyLimit ?? config.max_request_size, dialect.rejection);
    if (status >= 500) log.error({ err: error, path: request.url.split('?')[0] }, 'endpoint failed');
    return sendPlain(reply, status, message);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = METHODS.filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length > 0) return sendPlain(reply.header('Allow', allowed.join(', ')), 405, 'Method Not Allowed\n');
    return sendPlain(reply, 404, `404 page not found: ${path}\n`);
  });
  return app;
}

/** The part of Fastify's replies, of either protocol, for a path that cannot be decoded. */
interface RawResponse {
  readonly raw: { writeHead(status: number, headers: Readonly<Record<string, string>>): unknown; end(body: string): unknown };
}

/** Fastify's own response repeats the path. */
function rejectPath(_error: unknown, _request: unknown, { raw }: RawResponse): void {
  raw.writeHead(400, { 'Content-Type': TEXT_PLAIN });
  raw.end('Invalid request: the path cannot be decoded\n');
}

/** Limits that every listener has. */
export type HttpLimits = HeadLimit & Pick<Services['config'], 'header_timeout_ms' | 'request_timeout_ms'>;

/** Limits of a server of HTTP/1.1. */
export function httpLimits(config: HttpLimits) {
  const requestTimeout = config.request_timeout_ms;
  const headersTimeout = Math.min(config.header_timeout_ms, requestTimeout);
  const connectionsCheckingInterval = Math.ceil(headersTimeout / CHECKS_PER_LIMIT);
  return { maxHeaderSize: headLimit(config), headersTimeout, requestTimeout, connectionsCheckingInterval };
}

/** The app on its protocol: HTTP, or TLS with HTTP/1.1 and HTTP/2. */
function openApp(config: Services['config']): FastifyInstance {
  const http = httpLimits(config);
  const { requestTimeout, headersTimeout } = http;
  const context = tlsContext(config.tls);
  const options = {
    // Fastify's own logger is disabled: two lines per request cost more than its routing. Errors are logged by the error handler.
    logger: false,
    bodyLimit: config.max_request_size,
    requestTimeout,
    connectionTimeout: config.stall_timeout_ms,
    http2SessionTimeout: config.keep_alive_timeout_seconds * 1000,
    keepAliveTimeout: config.keep_alive_timeout_seconds * 1000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Clients of open connections are served to the end: see `listeners.ts`.
    return503OnClosing: false,
    frameworkErrors: rejectPath,
    schemaController: NO_SCHEMAS,
  } as const;
  if (!context) return Fastify({ ...options, http });
  const https = { ...http, ...context, handshakeTimeout: headersTimeout };
  // The kinds of apps differ in the types of their raw requests only.
  const app = config.tls.http2
    ? Fastify({ ...options, http2: true, https: { ...https, ...headerLimits(config), allowHTTP1: true } })
    : Fastify({ ...options, https });
  return app as unknown as FastifyInstance;
}

/** Errors outside the endpoints: bodies over the limit, broken framing, bugs. */
function errorResponse(error: FastifyError, limit: number, { tooLarge }: RejectionDialect): { status: number; message: string } {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return tooLarge(`request size exceeded max size of ${limit} bytes.`);
  }
  const status = error.statusCode ?? 500;
  return { status, message: status >= 500 ? 'Internal Server Error\n' : `Invalid request: ${error.message}\n` };
}
