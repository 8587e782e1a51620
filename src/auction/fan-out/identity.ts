/** Resolves the name of a bidder in a request. */

import type { KnownBidder } from '#src/bidders/registry.ts';
import { bidderOf, type Names } from '../validate/bidder-names.ts';

export interface Called {
  /** The name in the request. */
  readonly bidder: string;
  /** The bidder behind the name: its info, adapter and OpenRTB version apply, for aliases too. */
  readonly known: KnownBidder;
  readonly isAlias: boolean;
}

/** Aliases of the request match exactly and take precedence over core bidders, which match in any case; undefined: cannot be called. */
export function whoIs(bidder: string, names: Names): Called | undefined {
  const known = bidderOf(bidder, names);
  return known && { bidder, known, isAlias: names.aliases.has(bidder) };
}
