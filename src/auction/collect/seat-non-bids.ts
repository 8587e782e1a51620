/** `ext.seatnonbid`: non-bids gathered by seat, in the form of the response (auction-exchange.md section 18). */
import type { Auction, AuctionBid, NonBid } from '#src/auction/auction.ts';
import type { Ext } from '#src/wire/ext.ts';

/** One imp a seat has nothing for. */
export interface SeatNonBid {
  readonly impid: string;
  readonly statuscode: number;
  /** What the bid that was turned away had been. */
  readonly ext?: Ext | undefined;
}

export type NonBidsBySeat = Map<string, SeatNonBid[]>;

/** Notes that a seat has nothing for these imps. */
export function rejectImps(bySeat: NonBidsBySeat, seat: string, impIds: readonly string[], code: number): void {
  for (const impid of impIds) addTo(bySeat, seat, { impid, statuscode: code });
}

function addTo(bySeat: NonBidsBySeat, seat: string, nonBid: SeatNonBid): void {
  const list = bySeat.get(seat);
  if (list) list.push(nonBid);
  else bySeat.set(seat, [nonBid]);
}

/** Adds the lists of `more` behind those of the same seat. */
export function appendNonBids(bySeat: NonBidsBySeat, more: ReadonlyMap<string, readonly SeatNonBid[]>): void {
  for (const [seat, nonBids] of more) for (const nonBid of nonBids) addTo(bySeat, seat, nonBid);
}

/** An auction's non-bids by seat, in the order they were noted. */
export function groupNonBids(nonBids: readonly NonBid[]): NonBidsBySeat {
  const bySeat: NonBidsBySeat = new Map();
  for (const { seat, impId, code, bid } of nonBids) {
    addTo(bySeat, seat, { impid: impId, statuscode: code, ...(bid && { ext: { srv: { bid: describe(bid) } } }) });
  }
  return bySeat;
}

/**
 * Non-bids as the Java variant counts them: one reason an imp and bidder, the first; none for an imp the bidder still has a bid
 * for. Nothing is told of the bids that were turned away.
 */
export function countedOnce({ nonBids, seats }: Pick<Auction, 'nonBids' | 'seats'>): NonBid[] {
  const known = new Set<string>();
  for (const { bids } of seats.values()) for (const { bidder, bid } of bids) known.add(`${bidder}\n${bid.impid}`);
  const counted: NonBid[] = [];
  for (const { seat, impId, code, bid } of nonBids) {
    const key = `${bid?.bidder ?? seat}\n${impId}`;
    if (known.has(key)) continue;
    known.add(key);
    counted.push({ seat, impId, code });
  }
  return counted;
}

/** The list as `ext.seatnonbid` holds it. */
export const listNonBids = (bySeat: NonBidsBySeat): { seat: string; nonbid: SeatNonBid[] }[] =>
  [...bySeat].map(([seat, nonbid]) => ({ seat, nonbid }));

const SHOWN = ['price', 'adomain', 'cattax', 'cat', 'dealid', 'w', 'h', 'dur', 'mtype'] as const;

const isTold = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** What may be told of a rejected bid; zero values and empty lists are left out. */
function describe({ bid, originalPrice, originalCurrency }: AuctionBid): Ext {
  const shown: Ext = {};
  for (const name of SHOWN) if (isTold(bid[name])) shown[name] = bid[name];
  if (originalPrice) shown['origbidcpm'] = originalPrice;
  if (originalCurrency) shown['origbidcur'] = originalCurrency;
  return shown;
}
