/** `ext.seatnonbid`: who has nothing to show for which imp, and why (auction-exchange.md 18, decisions row 5). */
import type { Ext } from '#src/wire/ext.ts';
import type { AuctionBid, NonBid } from '../auction.ts';

export interface SeatNonBid {
  readonly seat: string;
  readonly nonbid: readonly { readonly impid: string; readonly statuscode: number; readonly ext?: Ext }[];
}

type Reason = Omit<NonBid, 'seat'>;

/** Filed by seat, in order. */
export function bySeat(nonBids: readonly NonBid[]): Map<string, Reason[]> {
  const seats = new Map<string, Reason[]>();
  for (const nonBid of nonBids) {
    const list = seats.get(nonBid.seat);
    if (list) list.push(nonBid);
    else seats.set(nonBid.seat, [nonBid]);
  }
  return seats;
}

/** The list as it is told; a rejected bid is told with its reason. */
export function seatNonBids(seats: ReadonlyMap<string, readonly Reason[]>): SeatNonBid[] {
  return [...seats].map(([seat, reasons]) => ({
    seat,
    nonbid: reasons.map(({ impId, code, bid }) => {
      const told = { impid: impId, statuscode: code };
      return bid ? { ...told, ext: { srv: { bid: rejectedBid(bid) } } } : told;
    }),
  }));
}

/** What is told of a rejected bid; zero values are left out. */
function rejectedBid({ bid, originalPrice, originalCurrency }: AuctionBid): Ext {
  const { price, adomain, cattax, cat, dealid, w, h, dur, mtype } = bid;
  const told: Ext = { price, adomain, cattax, cat, dealid, w, h, dur, mtype, origbidcpm: originalPrice, origbidcur: originalCurrency };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))));
}
