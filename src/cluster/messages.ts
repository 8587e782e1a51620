/** Messages between the primary and its workers: start and end, heartbeats, events for taps, admin requests, metrics. */
import type { Rendered } from '#src/taps/source.ts';
import type { Subscription } from '#src/taps/subscription.ts';

/** Identifies these among other messages of the cluster. */
const MARK = 'auctor-taps';

/** An HTTP request of the admin listener, executed by a worker. */
export interface RelayedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: Buffer | undefined;
}

export interface RelayedResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | number | undefined };
  readonly body: Buffer;
}

/** Metrics of one worker, or of all that ended. */
export interface WorkerFigures {
  readonly worker: string;
  /** Its families, as JSON: the primary keeps and forwards them as they are. */
  readonly families: string;
}

export type ToWorker =
  /** Serve requests for another `delayMs`, complete those in flight, exit. */
  | { readonly type: 'stop'; readonly delayMs: number }
  /** The response to `flush`. */
  | { readonly type: 'flushed' }
  | { readonly type: 'subscribe'; readonly all: readonly Subscription[] }
  | { readonly type: 'call'; readonly id: number; readonly call: RelayedCall }
  /** Asks for `figures`. */
  | { readonly type: 'read'; readonly round: number }
  /** The response to `collect`: the last known figures of all others. */
  | { readonly type: 'collected'; readonly id: number; readonly others: readonly WorkerFigures[] };

export type ToPrimary =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'heartbeat' }
  /** Asks for `flushed`, which arrives after everything the primary sent before. */
  | { readonly type: 'flush' }
  | { readonly type: 'events'; readonly events: readonly Rendered[]; readonly dropped: number }
  | { readonly type: 'response'; readonly id: number; readonly response: RelayedResponse }
  | FiguresMessage;

export type FiguresMessage =
  /** A worker's figures, and its request for those of all others, which respond within `timeoutMs`. */
  | { readonly type: 'collect'; readonly id: number; readonly timeoutMs: number; readonly families: string }
  | { readonly type: 'figures'; readonly round: number; readonly families: string }
  /** The last figures of a worker that is about to exit. */
  | { readonly type: 'final figures'; readonly families: string };

/** The message as it is sent between processes. */
export const marked = (message: ToWorker | ToPrimary): object => ({ [MARK]: message });

/** The message inside; undefined: it is another kind. Both sides are the same program, so its shape is trusted. */
export function unmarked<Message extends ToWorker | ToPrimary>(message: unknown): Message | undefined {
  return typeof message === 'object' && message !== null && MARK in message ? (message[MARK] as Message) : undefined;
}
