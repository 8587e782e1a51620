/**
 * HTTP calls to bidders: one pool of connections per origin. HTTP/1.1 has a client of its own (`client/`), HTTP/2 and proxies are undici's.
 * There are no timeouts: the caller decides when a response is late, and cancels.
 */

import { LRUCache } from 'lru-cache';
import { type Dispatcher, Pool } from 'undici';
import type { HostConfig } from '#src/config/schema.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { encodeHeader } from '#src/lang/header-encoding.ts';
import { encodeAddress } from '#src/lang/percent.ts';
import type { ClientRequest } from './client/contract.ts';
import { destroyed } from './client/errors.ts';
import { Origin } from './client/origin.ts';
import { type Connector, createConnector } from './connector.ts';
import { gzipBody } from './gzip.ts';
import { isOwn, type OwnOrigins } from './own-origins.ts';
import { openProxy, type ProxyRoute } from './proxy.ts';
import type { Hop } from './redirects.ts';
import { type Handling, ResponseHandler } from './response-handler.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from './transport.ts';

/** Max pools of origins that no settings name: callers and bidders can make up any number. */
const MAX_FOREIGN = 256;

const ACCEPT_ENCODING = 'accept-encoding';

/** Whether a redirect left the origin that was called. */
const isStray = ({ first, outgoing }: Hop): boolean => originPart(outgoing.uri) !== originPart(first.uri);

const originPart = (uri: string): string => uri.slice(0, endOfOrigin(uri));

/** Position of the path or query in an address; its length if it has neither. */
function endOfOrigin(uri: string): number {
  const slash = uri.indexOf('/', uri.indexOf('//') + 2);
  const query = uri.indexOf('?');
  if (slash >= 0 && (query < 0 || slash < query)) return slash;
  return query < 0 ? uri.length : query;
}

/** Headers in UTF-8 for undici, which writes the lower byte of each character; our own client encodes them itself. */
function bytesOf(headers: ClientRequest['headers']): Record<string, string | string[]> {
  const bytes: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name] ?? '';
    bytes[name] = typeof value === 'string' ? encodeHeader(value) : value.map(encodeHeader);
  }
  return bytes;
}

/** The transport of a running host: one pool per origin, created on first use. */
export class PoolTransport implements Transport {
  /** Of origins in settings. */
  readonly #pools = new Map<string, Pool | Origin>();
  readonly #client: HostConfig['http_client'];
  /** Origins of the settings, which may be anywhere, by bidder; undefined: all that are called. */
  readonly #own: OwnOrigins | undefined;
  /** Of all other origins; the least recently used one makes room. Calls in flight continue to their end. */
  readonly #foreign = new LRUCache<string, Pool | Origin>({ max: MAX_FOREIGN, dispose: (pool) => void pool.close() });
  readonly #proxy: ProxyRoute | undefined;
  readonly #http2: ReadonlySet<string>;
  readonly #handling: Handling;
  #isClosed = false;

  /**
   * @param followRedirects whether redirects are followed
   * @param own origins that the host's settings name for each bidder; all others must have public addresses. Absent: calls may go anywhere
   * @param environment names a proxy if the settings do not; the proxy decides where it may call. Absent: calls are direct
   */
  constructor(client: HostConfig['http_client'], followRedirects: boolean, own?: OwnOrigins, environment?: NodeJS.ProcessEnv) {
    this.#client = client;
    this.#proxy = environment && openProxy(client, environment);
    this.#own = own;
    this.#http2 = new Set(client.http2_bidders);
    this.#handling = {
      maxBytes: client.max_response_bytes,
      timed: client.throttle.enable_throttling,
      maxRedirects: client.max_redirects,
      follow: followRedirects ? (hop, handler) => this.#dispatch(hop.outgoing, handler, isStray(hop)) : undefined,
    };
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const handler = new ResponseHandler(outgoing, this.#handling, done);
    this.#dispatch(outgoing, handler);
    if (outgoing.remakeBody) outgoing.body = undefined;
    return () => handler.cancel();
  }

  #dispatch(outgoing: Outgoing, handler: ResponseHandler, stray = false): void {
    try {
      if (this.#isClosed) throw destroyed();
      const separator = endOfOrigin(outgoing.uri);
      const path = encodeAddress(outgoing.uri.slice(separator));
      const origin = outgoing.uri.slice(0, separator);
      const options = this.#options(outgoing, path.startsWith('/') ? path : `/${path}`);
      const proxied = this.#proxy?.agentOf(origin);
      const pool = proxied ?? this.#pool(origin, outgoing.bidder, stray);
      if (pool instanceof Origin) pool.dispatch(options, handler);
      else pool.dispatch({ ...options, headers: bytesOf(options.headers), origin }, handler);
    } catch (cause) {
      // An invalid URI; reported on the next tick like every other result.
      queueMicrotask(() => handler.notSent(errorMessage(cause)));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#pools.values(), ...this.#foreign.values()].map((pool) => pool.destroy()));
    await this.#proxy?.close();
  }

  #options(outgoing: Outgoing, path: string): ClientRequest & Dispatcher.DispatchOptions {
    const headers: Record<string, string | string[]> = this.#client.use_decompression ? { [ACCEPT_ENCODING]: 'gzip' } : {};
    for (const name in outgoing.headers) {
      // A bidder's own value replaces it.
      const key = name.length === ACCEPT_ENCODING.length && name.toLowerCase() === ACCEPT_ENCODING ? ACCEPT_ENCODING : name;
      headers[key] = outgoing.headers[name] as string | string[];
    }
    let body: string | Buffer | null = outgoing.body ?? null;
    if (outgoing.gzip && outgoing.body !== undefined) {
      body = gzipBody(outgoing.body, this.#client.gzip_level);
      headers['Content-Encoding'] = 'gzip';
    }
    return { path, method: outgoing.method, headers, body };
  }

  #pool(origin: string, bidder: string, stray: boolean): Pool | Origin {
    const http2 = this.#http2.has(bidder);
    const key = http2 ? `${origin}#2` : origin;
    // A bidder may not redirect to an origin of the settings without a public address.
    const isNamed = !stray && (this.#own === undefined || isOwn(this.#own, bidder, origin));
    const publicOnly = !isNamed && this.#own !== undefined && !this.#client.allow_private_addresses;
    const pools = isNamed ? this.#pools : this.#foreign;
    let pool = pools.get(key);
    if (!pool) {
      pool = this.#open(origin, http2, createConnector(this.#client, http2, publicOnly));
      pools.set(key, pool);
    }
    return pool;
  }

  #open(origin: string, http2: boolean, connect: Connector): Pool | Origin {
    const { max_connections_per_host: connections, idle_connection_timeout_seconds } = this.#client;
    const idleMs = idle_connection_timeout_seconds * 1000;
    if (!http2) return new Origin(origin, { connect, connections, idleMs });
    return new Pool(origin, {
      connections,
      connect,
      allowH2: true,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}
