/** Rules may name bidders (schema field `bidder`): then each bidder has its own floor for an imp. */

import type { FloorsDialect } from '#src/dialect/contract/floors.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import { type ImpFloor, resolveFloor } from './apply.ts';

type Floored = Pick<Auction, 'floors' | 'request' | 'convert'>;

/** The floor from rules that name bidders; undefined if the rules do not, or none matches. */
export function floorOfBidder(
  { floors, request, convert }: Floored,
  imp: Imp,
  bidder: string,
  dialect: FloorsDialect,
): ImpFloor | undefined {
  if (!floors) return undefined;
  const resolved = resolveFloor(floors, { request, imp, bidder, dialect }, convert);
  // A missing rate was reported when floors were signalled.
  return 'error' in resolved ? undefined : resolved.value;
}
