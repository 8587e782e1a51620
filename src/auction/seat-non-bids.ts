/** `ext.seatnonbid`: non-bids grouped by seat, in the format of the response. */

import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from './auction.ts';
import type { AuctionBid, NonBid } from './bid.ts';

/** One imp without a bid of a seat. */
export interface SeatNonBid {
  readonly impid: string;
  readonly statuscode: number;
  /** Details of the rejected bid. */
  readonly ext?: Ext | undefined;
}

export type NonBidsBySeat = Map<string, SeatNonBid[]>;

function addTo(bySeat: NonBidsBySeat, seat: string, nonBid: SeatNonBid): void {
  const list = bySeat.get(seat);
  if (list) list.push(nonBid);
  else bySeat.set(seat, [nonBid]);
}

/** An auction's non-bids by seat, in the order they were recorded. */
export function groupNonBids(nonBids: readonly NonBid[]): NonBidsBySeat {
  const bySeat: NonBidsBySeat = new Map();
  for (const { seat, impId, code, bid } of nonBids) {
    addTo(bySeat, seat, { impid: impId, statuscode: code, ...(bid && { ext: { srv: { bid: describe(bid) } } }) });
  }
  return bySeat;
}

/**
 * Non-bids as the Java variant counts them: one reason per imp and bidder, the first; none for an unknown imp, or for an imp with a bid of
 * the bidder that remains or was rejected without a code. Rejected bids are not described.
 */
export function countedOnce({ nonBids, seats, request, imps }: Pick<Auction, 'nonBids' | 'seats' | 'request' | 'imps'>): NonBid[] {
  const known = new Set<string>();
  for (const { bids } of seats.values()) for (const { bidder, bid } of bids) known.add(`${bidder}\n${bid.impid}`);
  for (const { impId, bid, isUncoded } of nonBids) if (bid && isUncoded) known.add(`${bid.bidder}\n${impId}`);
  // A module may have removed an imp from the request.
  const requested = new Set([...request.imp.map(({ id }) => id), ...imps.keys()]);
  const counted: NonBid[] = [];
  for (const { seat, impId, code, bid } of nonBids) {
    const key = `${bid?.bidder ?? seat}\n${impId}`;
    if (known.has(key) || !requested.has(impId)) continue;
    known.add(key);
    counted.push({ seat, impId, code });
  }
  return counted;
}

/** The list in the format of `ext.seatnonbid`. */
export const listNonBids = (bySeat: NonBidsBySeat): { seat: string; nonbid: SeatNonBid[] }[] =>
  [...bySeat].map(([seat, nonbid]) => ({ seat, nonbid }));

const SHOWN = ['price', 'adomain', 'cattax', 'cat', 'dealid', 'w', 'h', 'dur', 'mtype'] as const;

const isPresent = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** The published details of a rejected bid; zero values and empty lists are omitted. */
function describe({ bid, originalPrice, originalCurrency }: AuctionBid): Ext {
  const shown: Ext = {};
  for (const name of SHOWN) if (isPresent(bid[name])) shown[name] = bid[name];
  if (originalPrice) shown['origbidcpm'] = originalPrice;
  if (originalCurrency) shown['origbidcur'] = originalCurrency;
  return shown;
}
