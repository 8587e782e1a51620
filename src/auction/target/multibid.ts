/** How many bids of a seat go to the ad server, and under which code (auction-exchange.md 11.2). */
import type { MultiBid } from '#src/wire/ext.ts';
import type { AuctionBid, Seat } from '../auction.ts';
import { bidsByImp } from './winners.ts';

/** What `ext.srv.multibid` says of one seat. */
export interface SeatLimit {
  readonly maxBids: number;
  readonly prefix?: string | undefined;
}

const ONE: SeatLimit = { maxBids: 1 };

/** The cleaned entries by seat code in lower case; aliases and alternate codes count as they are called. */
export function limitsBySeat(entries: readonly MultiBid[]): ReadonlyMap<string, SeatLimit> {
  const limits = new Map<string, SeatLimit>();
  for (const { bidder, bidders, maxbids, targetbiddercodeprefix } of entries) {
    const limit = { maxBids: maxbids ?? 1, prefix: targetbiddercodeprefix };
    for (const code of bidder ? [bidder] : (bidders ?? [])) {
      const key = code.toLowerCase();
      if (!limits.has(key)) limits.set(key, limit);
    }
  }
  return limits;
}

/** How many bids of a seat may get targeting: more than one only where they can be told apart by a prefix. */
export function targetedBids(limits: ReadonlyMap<string, SeatLimit>, seat: string): number {
  const { maxBids, prefix } = limits.get(seat.toLowerCase()) ?? ONE;
  return prefix ? maxBids : 1;
}

/** Which bids of a seat stay in the answer. */
export interface BidLimit {
  /** Most bids an imp may have of each seat by the account's setting; 0: no limit. */
  readonly accountLimit: number;
  /** Remove bids beyond `maxbids` as well (decisions row 20). */
  readonly removeExtra: boolean;
}

/**
 * Cuts the bids of a seat down to what may stay, the best of each imp first; those that stay keep their order.
 * @returns the seat's bids by imp, best first
 */
export function cutSeat(
  seat: Pick<Seat, 'seat' | 'bids'>,
  limit: BidLimit,
  limits: ReadonlyMap<string, SeatLimit>,
  preferDeals: boolean,
): Map<string, AuctionBid[]> {
  const byImp = bidsByImp(seat.bids, preferDeals);
  const account = limit.accountLimit > 0 ? limit.accountLimit : Number.POSITIVE_INFINITY;
  const most = limit.removeExtra ? Math.min(account, (limits.get(seat.seat.toLowerCase()) ?? ONE).maxBids) : account;
  let cut = false;
  for (const list of byImp.values()) {
    if (list.length <= most) continue;
    list.length = most;
    cut = true;
  }
  if (cut) {
    const kept = new Set([...byImp.values()].flat());
    seat.bids = seat.bids.filter((bid) => kept.has(bid));
  }
  return byImp;
}

/**
 * Gives each bid of one imp and seat the code it is targeted by: the seat's for the best one, `<prefix>2` and so on for the
 * others as far as `maxbids` goes; the rest gets none.
 * @param told the answer tells the code too
 */
export function assignCodes(bids: readonly AuctionBid[], seat: string, limits: ReadonlyMap<string, SeatLimit>, told: boolean): void {
  const { prefix } = limits.get(seat.toLowerCase()) ?? ONE;
  for (const [index, bid] of bids.slice(0, targetedBids(limits, seat)).entries()) {
    bid.targetCode = index === 0 ? seat : `${prefix ?? ''}${index + 1}`;
    if (told) bid.targetBidderCode = bid.targetCode;
  }
}

/** Whether `ext.srv.targetbiddercode` tells the code: the seat may have several bids, or (extra bids removed) has. */
export function tellsCode(limits: ReadonlyMap<string, SeatLimit>, seat: string, removeExtra: boolean, bids: number): boolean {
  return removeExtra ? bids > 1 : (limits.get(seat.toLowerCase()) ?? ONE).maxBids > 1;
}
