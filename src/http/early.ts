/**
 * Rejections before the router, and on connections with an earlier rejection also before Node's HTTP parser. Under overload most requests are
 * rejected, and parser, hooks and replies take most of a rejection's time. The router would send the same response, and gets every request
 * that is not a plain one of HTTP/1.1.
 */
import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HostConfig } from '#src/config/schema.ts';
import { corsHeaders } from './cors.ts';
import { type HeadLimit, headLimit } from './head-limit.ts';
import { hasTwoHosts, isPlain } from './incoming.ts';
import type { RawHead } from './raw-head.ts';
import { RejectingConnection } from './rejecting-connection.ts';
import { NO_CACHE, TEXT_PLAIN } from './send.ts';

type Limits = HeadLimit & Pick<HostConfig, 'keep_alive_timeout_seconds'>;

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
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Length of the request's body, as announced. */
  readonly bytesIn: number;
  /** Length of its own body. */
  readonly bytes: number;
  readonly socket: Pick<Socket, 'remoteAddress'>;
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
  /** The same as lines, and the line of the status. */
  readonly text: string;
  readonly line: string;
}

const textOf = (headers: Headers): string => Object.entries(headers).reduce((text, [name, value]) => `${text}${name}: ${value}\r\n`, '');

function prepare(route: EarlyRoute): Prepared {
  const bytes = Buffer.byteLength(route.body);
  const own = { ...route.headers, 'content-type': TEXT_PLAIN, 'content-length': String(bytes) };
  const all = { ...NO_CACHE, ...corsHeaders(''), ...own };
  const line = `HTTP/1.1 ${route.status} ${STATUS_CODES[route.status]}\r\n`;
  return { route, bytes, own, all, text: textOf(all), line };
}

/** All headers of a response. */
const headersOf = ({ route, own, all }: Prepared, url: string, origin: string): Headers =>
  origin === '' && !route.headersOf ? all : { ...NO_CACHE, ...corsHeaders(origin), ...route.headersOf?.(url, origin), ...own };

const pathOf = (url: string): string => {
  const separator = url.indexOf('?');
  return separator < 0 ? url : url.slice(0, separator);
};

const DATE_MS = 1000;

/** Rejections of one app. */
class EarlyRejections {
  readonly observers: ((response: EarlyResponse) => void)[] = [];
  isEnabled = true;
  readonly #routes = new Map<string, Prepared>();
  readonly #connections = new WeakMap<Socket, RejectingConnection>();
  readonly #maxHeadBytes: number;
  /** The last headers of each response before the parser. */
  readonly #lastHeaders: string;
  #date = '';
  #dateAt = -DATE_MS;

  constructor(limits: Limits) {
    const { keep_alive_timeout_seconds: seconds } = limits;
    this.#maxHeadBytes = headLimit(limits);
    this.#lastHeaders = `Connection: keep-alive\r\n${seconds > 0 ? `Keep-Alive: timeout=${Math.floor(seconds)}\r\n` : ''}\r\n`;
  }

  add(route: EarlyRoute): void {
    this.#routes.set(route.path, prepare(route));
  }

  /** Rejects a request that the parser has read, or returns false. */
  rejects(request: IncomingMessage, response: ServerResponse): boolean {
    const found = this.#routeOf(request);
    const isRejected = found?.route.rejects() ?? false;
    this.#note(request, response, isRejected);
    if (found && isRejected) this.#send(found, request, response);
    return isRejected;
  }

  #note(request: IncomingMessage, response: ServerResponse, isRejected: boolean): void {
    const { socket } = request;
    let connection = this.#connections.get(socket);
    if (!connection && isRejected) {
      connection = new RejectingConnection(socket, this.#maxHeadBytes, this.#rejectRaw);
      this.#connections.set(socket, connection);
    }
    connection?.note(request, response, isRejected);
  }

  /** The route of a plain request, if it has one here. */
  #routeOf(request: IncomingMessage): Prepared | undefined {
    if (!this.isEnabled || request.httpVersionMajor !== 1) return undefined;
    const { url = '', method, headers } = request;
    const found = this.#routes.get(pathOf(url));
    if (!found || found.route.method !== method || hasTwoHosts(request.rawHeaders) || !isPlain(headers.origin ?? '')) return undefined;
    if (headers['transfer-encoding'] !== undefined) return undefined;
    return Number(headers['content-length'] ?? 0) > found.route.maxBodyBytes ? undefined : found;
  }

  /** Node discards the body, so that the connection stays usable. */
  #send(found: Prepared, request: IncomingMessage, response: ServerResponse): void {
    const startedMs = performance.now();
    const { url = '', headers, method = '', socket } = request;
    response.writeHead(found.route.status, headersOf(found, url, headers.origin ?? '')).end(found.route.body);
    this.#observe(found, { method, bytesIn: Number(headers['content-length'] ?? 0), socket }, startedMs);
  }

  /** The same response, byte for byte, to a request that the parser has not read. */
  readonly #rejectRaw = ({ method, url, origin, bodyBytes }: RawHead, socket: Socket): string | undefined => {
    const startedMs = performance.now();
    const found = this.isEnabled ? this.#routes.get(pathOf(url)) : undefined;
    if (!found || found.route.method !== method || bodyBytes > found.route.maxBodyBytes || !found.route.rejects()) return undefined;
    this.#observe(found, { method, bytesIn: bodyBytes, socket }, startedMs);
    const headers = origin === '' && !found.route.headersOf ? found.text : textOf(headersOf(found, url, origin));
    return `${found.line}${headers}${this.#dateLine(startedMs)}${this.#lastHeaders}${found.route.body}`;
  };

  #observe({ route, bytes }: Prepared, request: Pick<EarlyResponse, 'method' | 'bytesIn' | 'socket'>, startedMs: number): void {
    const { path, status } = route;
    for (const observe of this.observers) observe({ ...request, path, status, bytes, ms: performance.now() - startedMs });
  }

  #dateLine(nowMs: number): string {
    if (nowMs - this.#dateAt >= DATE_MS) [this.#date, this.#dateAt] = [`Date: ${new Date().toUTCString()}\r\n`, nowMs];
    return this.#date;
  }
}

const earlyOf = new WeakMap<FastifyInstance, EarlyRejections>();

/** Puts the rejections of an app before its router. Call it once, before the app listens. */
export function rejectEarly(app: FastifyInstance, limits: Limits): void {
  const early = new EarlyRejections(limits);
  earlyOf.set(app, early);
  const [route] = app.server.listeners('request') as RequestListener[];
  if (!route) return;
  app.server.removeListener('request', route);
  app.server.on('request', (request, response) => {
    if (!early.rejects(request, response)) route(request, response);
  });
}

/** Adds a route of the app; without `rejectEarly` it has no effect. */
export function addEarlyRoute(app: FastifyInstance, route: EarlyRoute): void {
  earlyOf.get(app)?.add(route);
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
