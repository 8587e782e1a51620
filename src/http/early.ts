/**
 * Rejections before the router. Under overload most requests are rejected, and the framework's hooks and reply take a quarter of a
 * rejection's time. The router would send the same response, and gets every request that is not a plain one of HTTP/1.1.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { corsHeaders } from './cors.ts';
import { hasTwoHosts, isPlain } from './incoming.ts';
import { NO_CACHE, TEXT_PLAIN } from './send.ts';

/** By name in lower case, as the framework writes them. */
export type Headers = Readonly<Record<string, string>>;

/** A route that may reject a request before its body is read. */
export interface EarlyRoute {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
  /** Of the response, besides those of every response. */
  readonly headers: Headers;
  /** More of them, by the request. */
  readonly headersOf?: ((url: string, origin: string) => Headers) | undefined;
  /** Requests with a longer body, or one of unknown length, are the router's. */
  readonly maxBodyBytes: number;
  /** Whether the next request is rejected; then it counts as rejected. */
  rejects(): boolean;
}

/** A rejection that was sent. */
export interface EarlyResponse {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly status: number;
  /** Length of its body. */
  readonly bytes: number;
  /** ms since the request arrived. */
  readonly ms: number;
}

/** A route with what is the same in all its responses. */
interface Prepared {
  readonly route: EarlyRoute;
  readonly bytes: number;
  /** The route's own headers. */
  readonly own: Headers;
  /** All headers of a response that does not depend on its request. */
  readonly all: Headers;
}

/** Of one app. */
interface Early {
  readonly routes: Map<string, Prepared>;
  readonly observers: ((response: EarlyResponse) => void)[];
  isEnabled: boolean;
}

const earlyOf = new WeakMap<FastifyInstance, Early>();

function prepare(route: EarlyRoute): Prepared {
  const bytes = Buffer.byteLength(route.body);
  const own = { ...route.headers, 'content-type': TEXT_PLAIN, 'content-length': String(bytes) };
  return { route, bytes, own, all: { ...NO_CACHE, ...corsHeaders(''), ...own } };
}

const pathOf = (url: string): string => {
  const separator = url.indexOf('?');
  return separator < 0 ? url : url.slice(0, separator);
};

/** The route of a plain request, if it has one here. */
function routeOf({ routes, isEnabled }: Early, request: IncomingMessage): Prepared | undefined {
  if (!isEnabled || request.httpVersionMajor !== 1) return undefined;
  const { url = '', method, headers } = request;
  const found = routes.get(pathOf(url));
  if (!found || found.route.method !== method || hasTwoHosts(request.rawHeaders) || !isPlain(headers.origin ?? '')) return undefined;
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0) > found.route.maxBodyBytes ? undefined : found;
}

/** Node discards the body, so that the connection stays usable. */
function send({ route, bytes, own, all }: Prepared, { observers }: Early, request: IncomingMessage, response: ServerResponse): void {
  const startedMs = performance.now();
  const { path, status, body, headersOf } = route;
  const { origin = '' } = request.headers;
  const headers =
    origin === '' && !headersOf ? all : { ...NO_CACHE, ...corsHeaders(origin), ...headersOf?.(request.url ?? '', origin), ...own };
  response.writeHead(status, headers).end(body);
  for (const observe of observers) observe({ request, path, status, bytes, ms: performance.now() - startedMs });
}

/** Puts the rejections of an app before its router. Call it once, before the app listens. */
export function rejectEarly(app: FastifyInstance): void {
  const early: Early = { routes: new Map(), observers: [], isEnabled: true };
  earlyOf.set(app, early);
  const [route] = app.server.listeners('request') as RequestListener[];
  if (!route) return;
  app.server.removeListener('request', route);
  app.server.on('request', (request, response) => {
    const found = routeOf(early, request);
    if (found?.route.rejects()) send(found, early, request, response);
    else route(request, response);
  });
}

/** Adds a route of the app; without `rejectEarly` it has no effect. */
export function addEarlyRoute(app: FastifyInstance, route: EarlyRoute): void {
  earlyOf.get(app)?.routes.set(route.path, prepare(route));
}

/** Calls back after each early response: the hooks of the app are not called for them. */
export function observeEarly(app: FastifyInstance, observer: (response: EarlyResponse) => void): void {
  earlyOf.get(app)?.observers.push(observer);
}

/** From now on the router sends all responses. */
export function endEarly(app: FastifyInstance): void {
  const early = earlyOf.get(app);
  if (early) early.isEnabled = false;
}
