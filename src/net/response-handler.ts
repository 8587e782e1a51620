/** The end of one call: collects the response within limits and follows its redirects, or reports the failure. */
import { channel } from 'node:diagnostics_channel';
import type { Dispatcher } from 'undici';
import { errorMessage } from '#src/lang/error-message.ts';
import type { CallController, CallHandler } from './client/contract.ts';
import { CHANNELS } from './connector.ts';
import { decodeResponse } from './decode-response.ts';
import { failedAt, firstHop, type Hop, isRedirect, nextHop } from './redirects.ts';
import type { Exchanged, Outgoing } from './transport.ts';

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Subscribers receive the time calls wait for a connection. */
const waits = channel(CHANNELS.wait);

/** Options shared by all calls of a transport. */
export interface Handling {
  /** Max body size. */
  readonly maxBytes: number;
  /** Whether calls report their wait for a connection. */
  readonly timed: boolean;
  /** Redirects of one call that are followed. */
  readonly maxRedirects?: number | undefined;
  /** Sends the next request of a chain; absent: redirects are ordinary responses. */
  readonly follow: ((hop: Hop, handler: ResponseHandler) => void) | undefined;
}

/** Collects one response; the body size is limited. */
export class ResponseHandler implements Dispatcher.DispatchHandler, CallHandler {
  readonly #done: (exchanged: Exchanged) => void;
  readonly #handling: Handling;
  readonly #outgoing: Outgoing;
  /** Absent: there was no redirect. */
  #hop: Hop | undefined;
  /** The target of this response if it is a redirect to follow. */
  #location: string | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: Record<string, readonly string[]> = {};
  #controller: CallController | undefined;
  #over = false;
  /** 0: not measured. */
  readonly #sentAt: number;
  #waitedMs: number | undefined;

  constructor(outgoing: Outgoing, handling: Handling, done: (exchanged: Exchanged) => void) {
    this.#outgoing = outgoing;
    this.#handling = handling;
    this.#done = done;
    this.#sentAt = handling.timed || waits.hasSubscribers ? performance.now() : 0;
  }

  get isOver(): boolean {
    return this.#over;
  }

  cancel(): void {
    this.#over = true;
    this.#controller?.abort(new Error('cancelled'));
  }

  onRequestStart(controller: CallController): void {
    this.#controller = controller;
    if (this.#sentAt > 0 && !this.#hop) {
      this.#waitedMs = performance.now() - this.#sentAt;
      if (waits.hasSubscribers) waits.publish({ bidder: this.#outgoing.bidder, ms: this.#waitedMs });
    }
    if (this.#over) controller.abort(new Error('cancelled'));
  }

  onResponseStart(_controller: CallController, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status;
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) this.#headers[name] = typeof value === 'string' ? [value] : value;
    }
    if (status > 300 && status < 309 && this.#handling.follow) {
      const location = this.#headers['location']?.[0];
      if (isRedirect(status, location)) this.#location = location;
    }
  }

  onResponseData(controller: CallController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#handling.maxBytes) {
      if (this.#location === undefined) this.#chunks.push(chunk);
    } else {
      this.#fail('other', `response body is larger than ${this.#handling.maxBytes} bytes`); // before the abort is reported as an error
      controller.abort(new Error('too large'));
    }
  }

  onResponseEnd(): void {
    // Its connection may serve another call from now on.
    this.#controller = undefined;
    if (this.#over) return;
    if (this.#location !== undefined) {
      this.#goTo(this.#location);
      return;
    }
    try {
      const response = {
        status: this.#status,
        headers: this.#headers,
        body: decodeResponse(this.#chunks, this.#headers['content-encoding']?.[0], this.#handling.maxBytes),
      };
      this.#over = true;
      this.#done({ kind: 'response', response, waitedMs: this.#waitedMs });
    } catch (cause) {
      this.#fail('other', `decoding the response body failed: ${errorMessage(cause)}`);
    }
  }

  onResponseError(_controller: CallController | undefined, error: Error & { code?: string }): void {
    this.#controller = undefined;
    const failure = UNREACHABLE.has(error.code ?? '') ? 'unreachable' : 'other';
    this.#fail(failure, this.#failed(error.message));
  }

  /** Reports a call that was not sent. */
  notSent(message: string): void {
    this.#fail('other', this.#failed(message));
  }

  #failed(message: string): string {
    const hop = this.#hop ?? firstHop(this.#outgoing);
    return failedAt(hop, hop.outgoing.uri, message);
  }

  /** The response was a redirect: the same handler receives the next one. */
  #goTo(location: string): void {
    const next = nextHop(this.#hop ?? firstHop(this.#outgoing), this.#status, location, this.#handling.maxRedirects);
    if ('error' in next) {
      this.#fail('other', next.error);
      return;
    }
    this.#hop = next.value;
    this.#location = undefined;
    this.#headers = {};
    this.#chunks = [];
    this.#bytes = 0;
    this.#handling.follow?.(next.value, this);
  }

  #fail(failure: 'unreachable' | 'other', message: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#done({ kind: 'failed', failure, message, waitedMs: this.#waitedMs });
  }
}
