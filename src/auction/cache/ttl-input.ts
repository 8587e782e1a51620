/** What the lifetime of a cached bid depends on. */
import type { MediaType } from '#src/bidders/bidder.ts';

/** As written; 0 and null: not set. */
export type Seconds = number | null | undefined;

/** Inputs for the lifetime of one form of a bid. */
export interface TtlInput {
  readonly bid: Seconds;
  readonly imp: Seconds;
  /** Lifetime in the request for this form. */
  readonly request: number | undefined;
  /** The account's lifetime for the media type; 0 or less: not set. */
  readonly account: number;
  readonly type: MediaType;
}
