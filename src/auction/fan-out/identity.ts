/** Which bidder a name in a request means (auction-exchange.md section 2; decisions rows 2 and 8). */
import { bidderOf, type Names } from '#src/auction/validate/bidder-names.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';

export interface Called {
  /** The name in the request. */
  readonly bidder: string;
  /** The bidder behind it: its facts, adapter and OpenRTB version count, for aliases too. */
  readonly known: KnownBidder;
  readonly isAlias: boolean;
}

/** Aliases of the request match exactly and come before core bidders, which match in any case; undefined: cannot be called. */
export function whoIs(bidder: string, names: Names): Called | undefined {
  const known = bidderOf(bidder, names);
  return known && { bidder, known, isAlias: names.aliases.has(bidder) };
}
