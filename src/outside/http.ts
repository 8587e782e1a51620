/**
 * HTTP calls to bidders: one undici pool an origin, our own dispatch handler (a fetch costs five times as much).
 * Time is not kept here: who called decides when an answer comes too late, and cancels.
 */
import { channel } from 'node:diagnostics_channel';
import { gzipSync } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import type { Answer } from '#src/bidders/bidder.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { answerText } from './answer-text.ts';
import { CHANNELS, createConnector } from './connector.ts';
import { failedAt, firstHop, type Hop, isRedirect, nextHop } from './redirects.ts';

/** A call ready to go out. */
export interface Outgoing {
  readonly bidder: string;
  readonly method: 'POST' | 'GET';
  readonly uri: string;
  readonly headers: Record<string, string | readonly string[]>;
  readonly body?: string | undefined;
  readonly gzip: boolean;
}

/** How it ended: the answer, or why there is none. */
export type Exchanged =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly failure: 'unreachable' | 'other'; readonly message: string };

export interface Transport {
  /** Starts a call; `done` is called at most once, later. The result cancels: `done` is not called any more. */
  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel;
  /** Ends all connections. */
  close(): Promise<void>;
}

export type Cancel = () => void;

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Origins that only redirects led to are forgotten past this many. */
const MOST_STRAYS = 64;

/** Who wants to know how long calls wait for a connection. */
const waits = channel(CHANNELS.wait);

/** Collects one answer; the body is bounded. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #done: (exchanged: Exchanged) => void;
  readonly #maxBytes: number;
  /** Sends the next request of a chain; absent: redirects are answers like others. */
  readonly #follow: ((hop: Hop, handler: AnswerHandler) => void) | undefined;
  readonly #outgoing: Outgoing;
  /** Absent: no redirect was met. */
  #hop: Hop | undefined;
  /** Where this answer leads, if it is a redirect that is followed. */
  #location: string | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: Record<string, readonly string[]> = {};
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;
  readonly #sentAt = waits.hasSubscribers ? performance.now() : 0;

  constructor(
    outgoing: Outgoing,
    maxBytes: number,
    done: (exchanged: Exchanged) => void,
    follow: ((hop: Hop, handler: AnswerHandler) => void) | undefined,
  ) {
    this.#outgoing = outgoing;
    this.#maxBytes = maxBytes;
    this.#done = done;
    this.#follow = follow;
  }

  cancel(): void {
    this.#over = true;
    this.#controller?.abort(new Error('cancelled'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#sentAt > 0 && !this.#hop) waits.publish({ bidder: this.#outgoing.bidder, ms: performance.now() - this.#sentAt });
    if (this.#over) controller.abort(new Error('cancelled'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) this.#headers[name] = typeof value === 'string' ? [value] : value;
    }
    if (status > 300 && status < 309 && this.#follow) {
      const location = this.#headers['location']?.[0];
      if (isRedirect(status, location)) this.#location = location;
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) {
      if (this.#location === undefined) this.#chunks.push(chunk);
    } else {
      this.#fail('other', `response body is larger than ${this.#maxBytes} bytes`); // before the abort is told as an error
      controller.abort(new Error('too large'));
    }
  }

  onResponseEnd(): void {
    if (this.#over) return;
    if (this.#location !== undefined) {
      this.#goTo(this.#location);
      return;
    }
    try {
      const answer = {
        status: this.#status,
        headers: this.#headers,
        body: answerText(this.#chunks, this.#headers['content-encoding']?.[0], this.#maxBytes),
      };
      this.#over = true;
      this.#done({ kind: 'answer', answer });
    } catch (cause) {
      this.#fail('other', `response body cannot be decoded: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    const failure = UNREACHABLE.has(error.code ?? '') ? 'unreachable' : 'other';
    this.#fail(failure, this.#failed(error.message));
  }

  /** Nothing went out. */
  notSent(message: string): void {
    this.#fail('other', this.#failed(message));
  }

  #failed(message: string): string {
    const hop = this.#hop ?? firstHop(this.#outgoing);
    return failedAt(hop, hop.outgoing.uri, message);
  }

  /** The answer was a redirect: the same handler waits for the next one. */
  #goTo(location: string): void {
    const next = nextHop(this.#hop ?? firstHop(this.#outgoing), this.#status, location);
    if (typeof next === 'string') {
      this.#fail('other', next);
      return;
    }
    this.#hop = next;
    this.#location = undefined;
    this.#headers = {};
    this.#chunks = [];
    this.#bytes = 0;
    this.#follow?.(next, this);
  }

  #fail(failure: 'unreachable' | 'other', message: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#done({ kind: 'failed', failure, message });
  }
}

/** The transport of a running host: pools made on first use, one for each origin. */
export class PoolTransport implements Transport {
  readonly #pools = new Map<string, Pool>();
  readonly #client: HostConfig['http_client'];
  /** Those redirects led to, oldest first: anybody may name hosts there. */
  readonly #strays = new Map<string, Pool>();
  readonly #http2: ReadonlySet<string>;
  readonly #follow: ((hop: Hop, handler: AnswerHandler) => void) | undefined;

  /** @param follows whether redirects are followed where the settings leave it open */
  constructor(client: HostConfig['http_client'], follows = false) {
    this.#client = client;
    this.#http2 = new Set(client.http2_bidders);
    this.#follow = (client.follow_redirects ?? follows) ? (hop, handler) => this.#dispatch(hop.outgoing, handler, true) : undefined;
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const handler = new AnswerHandler(outgoing, this.#client.max_response_bytes, done, this.#follow);
    this.#dispatch(outgoing, handler);
    return () => handler.cancel();
  }

  #dispatch(outgoing: Outgoing, handler: AnswerHandler, stray = false): void {
    try {
      const slash = outgoing.uri.indexOf('/', outgoing.uri.indexOf('//') + 2);
      const query = outgoing.uri.indexOf('?');
      const cut = slash < 0 || (query >= 0 && query < slash) ? (query < 0 ? outgoing.uri.length : query) : slash;
      const path = outgoing.uri.slice(cut);
      const pool = this.#pool(outgoing.uri.slice(0, cut), outgoing.bidder, stray);
      pool.dispatch(this.#options(outgoing, path.startsWith('/') ? path : `/${path}`), handler);
    } catch (cause) {
      // A URI nobody can call; told on the next tick, as every other end is.
      queueMicrotask(() => handler.notSent(cause instanceof Error ? cause.message : String(cause)));
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values(), ...this.#strays.values()].map((pool) => pool.destroy()));
  }

  #options(outgoing: Outgoing, path: string): Dispatcher.DispatchOptions {
    const headers: Record<string, string | string[]> = { 'accept-encoding': 'gzip' };
    for (const name in outgoing.headers) headers[name] = outgoing.headers[name] as string | string[];
    let body: string | Buffer | null = outgoing.body ?? null;
    if (outgoing.gzip && outgoing.body !== undefined) {
      body = gzipSync(outgoing.body, { level: 1 });
      headers['Content-Encoding'] = 'gzip';
    }
    return { path, method: outgoing.method, headers, body };
  }

  #pool(origin: string, bidder: string, stray: boolean): Pool {
    const http2 = this.#http2.has(bidder);
    const key = http2 ? `${origin}#2` : origin;
    let pool = this.#pools.get(key) ?? (stray ? this.#strays.get(key) : undefined);
    if (!pool) {
      const { max_connections_per_host, idle_connection_timeout_seconds } = this.#client;
      pool = new Pool(origin, {
        connections: max_connections_per_host,
        allowH2: http2,
        pipelining: 1,
        keepAliveTimeout: idle_connection_timeout_seconds * 1000,
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: createConnector(this.#client, http2),
      });
      if (stray) this.#keepStray(key, pool);
      else this.#pools.set(key, pool);
    }
    return pool;
  }

  #keepStray(key: string, pool: Pool): void {
    this.#strays.set(key, pool);
    const [oldest] = this.#strays;
    if (this.#strays.size <= MOST_STRAYS || !oldest) return;
    this.#strays.delete(oldest[0]);
    // Whatever it still carries goes on to its end.
    void oldest[1].close();
  }
}
