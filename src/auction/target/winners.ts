/** Ranking of bids: the winner of an imp, and the order of a seat's bids (docs/stages/target.md#winners). */
import type { Bid, DeepReadonly } from '#src/openrtb/ortb.ts';
import type { AuctionBid, Seat } from '../bid.ts';

type Ranked = DeepReadonly<Pick<Bid, 'price' | 'dealid'>>;

/** Negative: `a` comes first. Deals come first if they are preferred, then the price decides; ties keep their order. */
export function compareBids(a: Ranked, b: Ranked, preferDeals: boolean): number {
  if (preferDeals && !a.dealid !== !b.dealid) return a.dealid ? -1 : 1;
  return b.price - a.price;
}

/** Best bid of each imp; the first of equal ones. Writes into `winners`. */
export function pickWinners(seats: Iterable<Pick<Seat, 'bids'>>, preferDeals: boolean, winners: Map<string, AuctionBid>): void {
  for (const { bids } of seats) {
    for (const bid of bids) {
      const best = winners.get(bid.bid.impid);
      if (!best || compareBids(bid.bid, best.bid, preferDeals) < 0) winners.set(bid.bid.impid, bid);
    }
  }
}

/** A seat's bids by imp, best first. */
export function bidsByImp<B extends { readonly bid: DeepReadonly<Bid> }>(bids: readonly B[], preferDeals: boolean): Map<string, B[]> {
  const byImp = new Map<string, B[]>();
  for (const bid of bids) {
    const list = byImp.get(bid.bid.impid);
    if (list) list.push(bid);
    else byImp.set(bid.bid.impid, [bid]);
  }
  for (const list of byImp.values()) if (list.length > 1) list.sort((a, b) => compareBids(a.bid, b.bid, preferDeals));
  return byImp;
}

/** Numbers all bids of each imp from 1, best first, over all seats (Java variant's `rank`). */
export function rankBids(seats: Iterable<Pick<Seat, 'bids'>>, preferDeals: boolean): void {
  const all = [...seats].flatMap(({ bids }) => bids);
  for (const list of bidsByImp(all, preferDeals).values()) {
    for (const [index, bid] of list.entries()) bid.rank = index + 1;
  }
}
