/**
 * HTTP calls to bidders: one undici pool an origin, our own dispatch handler (a fetch costs five times as much).
 * Time is not kept here: who called decides when an answer comes too late, and cancels.
 */
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import type { Answer } from '#src/bidders/bidder.ts';
import type { HostConfig } from '#src/config/schema.ts';

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

/** Collects one answer; the body is bounded. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #done: (exchanged: Exchanged) => void;
  readonly #outgoing: Outgoing;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: Record<string, readonly string[]> = {};
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;

  constructor(outgoing: Outgoing, maxBytes: number, done: (exchanged: Exchanged) => void) {
    this.#outgoing = outgoing;
    this.#maxBytes = maxBytes;
    this.#done = done;
  }

  cancel(): void {
    this.#over = true;
    this.#controller?.abort(new Error('cancelled'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
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
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) this.#chunks.push(chunk);
    else {
      controller.abort(new Error('too large'));
      this.#fail('other', `response body is larger than ${this.#maxBytes} bytes`);
    }
  }

  onResponseEnd(): void {
    if (this.#over) return;
    try {
      const answer = { status: this.#status, headers: this.#headers, body: this.#text() };
      this.#over = true;
      this.#done({ kind: 'answer', answer });
    } catch (cause) {
      this.#fail('other', `response body cannot be decoded: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    const { method, uri } = this.#outgoing;
    this.#fail(
      UNREACHABLE.has(error.code ?? '') ? 'unreachable' : 'other',
      `${method === 'POST' ? 'Post' : 'Get'} "${uri}": ${error.message}`,
    );
  }

  #text(): string {
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    const encoding = this.#headers['content-encoding']?.[0]?.toLowerCase();
    if (bytes.length === 0 || !encoding || encoding === 'identity') return bytes.toString('utf8');
    if (encoding === 'gzip') return gunzipSync(bytes, { maxOutputLength: this.#maxBytes }).toString('utf8');
    if (encoding === 'deflate') return inflateSync(bytes, { maxOutputLength: this.#maxBytes }).toString('utf8');
    throw new Error(`content encoding ${encoding} was not asked for`);
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
  readonly #http2: ReadonlySet<string>;

  constructor(client: HostConfig['http_client']) {
    this.#client = client;
    this.#http2 = new Set(client.http2_bidders);
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    const handler = new AnswerHandler(outgoing, this.#client.max_response_bytes, done);
    try {
      const slash = outgoing.uri.indexOf('/', outgoing.uri.indexOf('//') + 2);
      const query = outgoing.uri.indexOf('?');
      const cut = slash < 0 || (query >= 0 && query < slash) ? (query < 0 ? outgoing.uri.length : query) : slash;
      const path = outgoing.uri.slice(cut);
      const pool = this.#pool(outgoing.uri.slice(0, cut), outgoing.bidder);
      pool.dispatch(this.#options(outgoing, path.startsWith('/') ? path : `/${path}`), handler);
    } catch (cause) {
      // A URI nobody can call; told on the next tick, as every other end is.
      const message = cause instanceof Error ? cause.message : String(cause);
      queueMicrotask(() => done({ kind: 'failed', failure: 'other', message: `Post "${outgoing.uri}": ${message}` }));
    }
    return () => handler.cancel();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
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

  #pool(origin: string, bidder: string): Pool {
    const http2 = this.#http2.has(bidder);
    const key = http2 ? `${origin}#2` : origin;
    let pool = this.#pools.get(key);
    if (!pool) {
      const { max_connections_per_host, idle_connection_timeout_seconds, connect_timeout_ms } = this.#client;
      pool = new Pool(origin, {
        connections: max_connections_per_host,
        allowH2: http2,
        pipelining: 1,
        keepAliveTimeout: idle_connection_timeout_seconds * 1000,
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: { timeout: connect_timeout_ms },
      });
      this.#pools.set(key, pool);
    }
    return pool;
  }
}
