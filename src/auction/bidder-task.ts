/** The part of one bidder in an auction: its task and the outcomes of its calls. */

import type { Adapter, BidderError, BidderInfo, BidderResult, Call, HttpResponse, SharedRequest } from '#src/bidders/bidder.ts';

/** A stored bidder response that replaces a call (validate). */
export interface StoredBidResponse {
  readonly bidder: string;
  readonly impId: string;
  readonly body: string;
  readonly replaceImpId: boolean;
  /** The adapter's call in whose place the response stands (fanOut); absent: the adapter made none. */
  readonly call?: Call | undefined;
}

/** One bidder's part of the auction, ready to be executed (fanOut). */
export interface BidderTask {
  /** Name used in the request; may be an alias. */
  readonly bidder: string;
  /** Name of the adapter behind it. */
  readonly core: string;
  readonly info: BidderInfo;
  readonly adapter: Adapter;
  readonly request: SharedRequest;
  readonly impIds: readonly string[];
  readonly calls: readonly Call[];
  readonly storedResponses: readonly StoredBidResponse[];
  /** Timeout of this bidder in ms, if it is less than the auction's remaining time. */
  readonly timeoutMs?: number | undefined;
}

/** `panic`: the adapter threw. `secondary`: the auction no longer waited for the response, although time remained. */
export type FailureKind = 'timeout' | 'secondary' | 'tmax' | 'unreachable' | 'status' | 'throttled' | 'panic' | 'other';

/** Result of one bidder call (collect). */
export interface CallOutcome {
  readonly call: Call;
  /** The body as sent, before compression, made again: it is not stored, as few auctions show it. */
  readonly sentBody?: (() => string | undefined) | undefined;
  /** Headers as sent; absent: those of the call. */
  readonly sentHeaders?: { readonly [name: string]: string | readonly string[] } | undefined;
  readonly response?: HttpResponse | undefined;
  readonly failure?: { readonly kind: FailureKind; readonly message: string } | undefined;
  readonly result?: BidderResult | undefined;
  /** The adapter's errors about the response. */
  readonly errors?: readonly BidderError[] | undefined;
  readonly stored?: StoredBidResponse | undefined;
  readonly ms: number;
}

/** Result of a bidder: exactly one per task (collect), and one of each bidder that a module rejected before (fanOut). */
export interface BidderOutcome {
  readonly bidder: string;
  /** Name of the adapter behind it, of a bidder without a task. */
  readonly core?: string | undefined;
  readonly kind: 'bids' | 'no-bid' | 'error' | 'timeout' | 'rejected';
  readonly ms: number;
  readonly calls: readonly CallOutcome[];
}

/** Name of the adapter behind an outcome: the name of its bidder may be the caller's. */
export const coreOf = ({ bidder, core = bidder }: BidderOutcome, tasks: readonly BidderTask[]): string =>
  tasks.find((task) => task.bidder === bidder)?.core ?? core;
