/** The contract of HTTP calls to bidders. */
import type { HttpResponse } from '#src/bidders/bidder.ts';

/** A call ready to be sent. */
export interface Outgoing {
  readonly bidder: string;
  readonly method: 'POST' | 'GET';
  readonly uri: string;
  readonly headers: Record<string, string | readonly string[]>;
  /** Before compression; a transport releases it once the call is queued if `remakeBody` is there. */
  body?: string | undefined;
  readonly gzip: boolean;
  /** The same body again, for a redirect that repeats the call; absent: `body` stays. */
  readonly remakeBody?: (() => string | undefined) | undefined;
}

/** Its result: the response, or the failure. */
export type Exchanged = (
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | { readonly kind: 'failed'; readonly failure: 'unreachable' | 'other'; readonly message: string }
) & {
  /** ms until the call had a connection, if measured. */
  readonly waitedMs?: number | undefined;
};

/** @param isLate the call took too long, which counts against its host */
export type Cancel = (isLate?: boolean) => void;

export interface Transport {
  /** Starts a call; `done` is called at most once, asynchronously. The returned function cancels: `done` is not called any more. */
  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel;
  /** Closes all connections. */
  close(): Promise<void>;
}
