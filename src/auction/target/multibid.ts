/** The number of a seat's bids for the ad server, and their codes. */
import type { MultiBid } from '#src/openrtb/ext.ts';
import type { AuctionBid, Seat } from '../bid.ts';
import { bidsByImp } from './winners.ts';

/** The limit of one seat in `ext.srv.multibid`. */
export interface SeatLimit {
  readonly maxBids: number;
  readonly prefix?: string | undefined;
}

const ONE: SeatLimit = { maxBids: 1 };

/** The normalized entries by seat code in lower case; aliases and alternate codes use their own names. */
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

/** The number of a seat's bids that may have targeting: more than one only with a prefix that distinguishes them. */
export function targetedBids(limits: ReadonlyMap<string, SeatLimit>, seat: string): number {
  const { maxBids, prefix } = limits.get(seat.toLowerCase()) ?? ONE;
  return prefix ? maxBids : 1;
}

/** Limits of a seat's bids in the response. */
export interface BidLimit {
  /** Max bids of each seat per imp by the account's setting; 0: no limit. */
  readonly accountLimit: number;
  /** Remove bids of each bidder beyond `maxbids` as well. */
  readonly removeExtra: boolean;
}

/** The first bids of every bidder: several of them may bid for one seat. */
function firstOfEach(bids: AuctionBid[], max: number): AuctionBid[] {
  const counts = new Map<string, number>();
  return bids.filter(({ bidder }) => {
    const count = (counts.get(bidder) ?? 0) + 1;
    counts.set(bidder, count);
    return count <= max;
  });
}

/**
 * Limits the bids of a seat, the best of each imp first; the remaining ones keep their order.
 * @returns the seat's bids by imp, best first
 */
export function limitSeat(
  seat: Pick<Seat, 'seat' | 'bids'>,
  limit: BidLimit,
  limits: ReadonlyMap<string, SeatLimit>,
  preferDeals: boolean,
): Map<string, AuctionBid[]> {
  const byImp = bidsByImp(seat.bids, preferDeals);
  const account = limit.accountLimit > 0 ? limit.accountLimit : Number.POSITIVE_INFINITY;
  const ofBidder = limit.removeExtra ? (limits.get(seat.seat.toLowerCase()) ?? ONE).maxBids : account;
  let isLimited = false;
  for (const [impId, list] of byImp) {
    if (list.length <= Math.min(account, ofBidder)) continue;
    const retained = firstOfEach(list, ofBidder).slice(0, account);
    if (retained.length === list.length) continue;
    byImp.set(impId, retained);
    isLimited = true;
  }
  if (isLimited) {
    const retained = new Set([...byImp.values()].flat());
    seat.bids = seat.bids.filter((bid) => retained.has(bid));
  }
  return byImp;
}

/**
 * Assigns each bid of one imp and seat its targeting code: the seat's for the best bid, `<prefix>2` and so on for the
 * others up to `maxbids`; none for the rest.
 * @param reported the response includes the code too
 */
export function assignCodes(bids: readonly AuctionBid[], seat: string, limits: ReadonlyMap<string, SeatLimit>, reported: boolean): void {
  const { prefix } = limits.get(seat.toLowerCase()) ?? ONE;
  for (const [index, bid] of bids.slice(0, targetedBids(limits, seat)).entries()) {
    bid.targetCode = index === 0 ? seat : `${prefix ?? ''}${index + 1}`;
    if (reported) bid.targetBidderCode = bid.targetCode;
  }
}

/** Whether `ext.srv.targetbiddercode` contains the code: the seat may have several bids, or (with extra bids removed) has. */
export function reportsCode(limits: ReadonlyMap<string, SeatLimit>, seat: string, removeExtra: boolean, bids: number): boolean {
  return removeExtra ? bids > 1 : (limits.get(seat.toLowerCase()) ?? ONE).maxBids > 1;
}
