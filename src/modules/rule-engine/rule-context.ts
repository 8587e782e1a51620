/** Input of schema and result functions: one request on one host. */
import type { BidRequest, DeepReadonly, Imp } from '#src/openrtb/ortb.ts';

export interface RuleContext {
  readonly request: DeepReadonly<BidRequest>;
  /** Region of this host (`datacenter-region` of the Java variant). */
  readonly hostRegion: string;
  /** Draws an integer from 0 to below `limit`. */
  draw(limit: number): number;
  /** Whether the `uids` cookie has a live id for the bidder. */
  isSynced(bidder: string): boolean;
}

/** The imp of a per-imp walk; undefined in a walk over the request. */
export type RuleImp = DeepReadonly<Imp> | undefined;
