/** How many bids of a seat may stay for an imp (auction-exchange.md 11.2, decisions row 20). */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import type { Services } from '#src/auction/services.ts';
import type { MultiBid } from '#src/wire/ext.ts';
import { rejectBid } from './refuse.ts';

/** Best first: with `preferDeals` a deal before none, then the higher price. Equal bids keep their order. */
export function compareBids(left: AuctionBid, right: AuctionBid, preferDeals: boolean): number {
  const deals = preferDeals ? Number(Boolean(right.bid.dealid)) - Number(Boolean(left.bid.dealid)) : 0;
  return deals || right.bid.price - left.bid.price;
}

/** `maxbids` that `ext.srv.multibid` grants a bidder, in any case of its code; undefined: no entry. */
export function maxBidsOf(multibid: readonly MultiBid[], bidder: string): number | undefined {
  const name = bidder.toLowerCase();
  const entry = multibid.find((one) => one.bidder?.toLowerCase() === name || one.bidders?.some((code) => code.toLowerCase() === name));
  return entry?.maxbids;
}

/**
 * Removes what is too much. Go variant: beyond the account's `default_bid_limit` (0: off) where targeting is on. Java variant: beyond
 * `maxbids` of the bidder, which is 1 without an entry.
 */
export function limitBids(auction: Auction, services: Services): void {
  const java = services.config.variant === 'java';
  const common = auction.targeting ? auction.account.default_bid_limit : 0;
  if (!java && common === 0) return;
  const preferDeals = auction.targeting?.preferDeals ?? false;
  for (const seat of auction.seats.values()) {
    const kept = keepBest(seat.bids, preferDeals, (bid) => (java ? (maxBidsOf(auction.multibid, bid.bidder) ?? 1) : common));
    if (kept.size === seat.bids.length) continue;
    for (const bid of seat.bids) if (!kept.has(bid)) rejectBid(auction, bid, NON_BID.rejected);
    seat.bids = seat.bids.filter((bid) => kept.has(bid));
  }
}

function keepBest(bids: readonly AuctionBid[], preferDeals: boolean, limitOf: (bid: AuctionBid) => number): ReadonlySet<AuctionBid> {
  const counts = new Map<string, number>();
  const kept = new Set<AuctionBid>();
  for (const bid of bids.toSorted((left, right) => compareBids(left, right, preferDeals))) {
    const place = `${bid.bidder}\n${bid.bid.impid}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    if (count <= limitOf(bid)) kept.add(bid);
  }
  return kept;
}
