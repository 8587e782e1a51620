/** Rules may name bidders (schema field `bidder`): then an imp's floor is another one for each. */
import type { Auction } from '#src/auction/auction.ts';
import type { FloorsDialect } from '#src/dialect/dialect.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { type ImpFloor, resolveFloor } from './apply.ts';

type Floored = Pick<Auction, 'floors' | 'request' | 'convert'>;

/** The floor of rules that name bidders; undefined where rules do not, or none matches. */
export function floorOfBidder(
  { floors, request, convert }: Floored,
  imp: Imp,
  bidder: string,
  dialect: FloorsDialect,
): ImpFloor | undefined {
  if (!floors) return undefined;
  try {
    return resolveFloor(floors, request, imp, convert, dialect, bidder);
  } catch {
    return undefined; // the missing rate was told when floors were signalled
  }
}
