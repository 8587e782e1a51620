/** A tap's subscription. */
import { z } from 'zod';
import { EVENT_KINDS, type EventKind } from '#streams/events.ts';

/** What `outcome` selects: the end of an auction, the outcome of a bidder or a bid. */
const OUTCOMES = ['done', 'rejected', 'problem', 'bids', 'no-bid', 'error', 'timeout', 'won', 'lost', 'returned', 'dropped'] as const;

/** Rollups cost something at every auction, so they must be named. */
const DEFAULT_KINDS = EVENT_KINDS.filter((kind) => kind !== 'rollup');

export const subscriptionSchema = z.strictObject({
  kinds: z
    .array(z.enum(EVENT_KINDS))
    .min(1)
    .max(EVENT_KINDS.length)
    .default([...DEFAULT_KINDS]),
  account: z.string().min(1).max(500).optional(),
  bidder: z.string().min(1).max(200).optional(),
  /** Number of the auction, or the id of its request. */
  auction: z.union([z.int().min(1), z.string().min(1).max(500)]).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** A state the auction passed. */
  state: z.string().min(1).max(100).optional(),
  /** Shortest duration in ms: of the auction, of the bidder, or with `state` of that state. */
  min_ms: z.number().min(0).optional(),
  /** Part of the request id, the account or a bidder's name, in any case. */
  find: z.string().min(1).max(200).optional(),
  /** Share of auctions; all events of an auction are included or none. */
  sample: z.number().gt(0).max(1).default(1),
  bodies: z.boolean().default(false),
  recording: z.boolean().default(false),
});

export type Subscription = Readonly<z.infer<typeof subscriptionSchema>>;

/** The kinds named by any of the subscriptions. */
export const kindsOf = (all: readonly Subscription[]): EventKind[] =>
  EVENT_KINDS.filter((kind) => all.some(({ kinds }) => kinds.includes(kind)));
