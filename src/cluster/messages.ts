/** What primary and workers say to each other about watching and about admin calls. */
import type { Rendered } from '#streams/taps/source.ts';
import type { Subscription } from '#streams/taps/subscription.ts';

/** Marks these among other messages of the cluster. */
const MARK = 'watching';

/** An HTTP call of the admin listener, carried out by a worker. */
export interface RelayedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: Buffer | undefined;
}

export interface RelayedAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | number | undefined };
  readonly body: Buffer;
}

export type ToWorker =
  | { readonly type: 'watch'; readonly all: readonly Subscription[] }
  | { readonly type: 'call'; readonly id: number; readonly call: RelayedCall };

export type ToPrimary =
  | { readonly type: 'ready'; readonly port: number }
  | { readonly type: 'events'; readonly events: readonly Rendered[]; readonly dropped: number }
  | { readonly type: 'answer'; readonly id: number; readonly answer: RelayedAnswer };

export const marked = (message: ToWorker | ToPrimary): object => ({ [MARK]: message });

/** The message inside; undefined: it is not one of ours. Both sides are this same program, so its shape is trusted. */
export function unmarked<Message extends ToWorker | ToPrimary>(message: unknown): Message | undefined {
  return typeof message === 'object' && message !== null && MARK in message ? (message[MARK] as Message) : undefined;
}
