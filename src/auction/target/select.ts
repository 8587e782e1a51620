/** Winners, codes and ranks; bids beyond a seat's limit are removed. */
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { assignCodes, limitSeat, limitsBySeat, reportsCode, type SeatLimit } from './multibid.ts';
import { pickWinners, rankBids } from './winners.ts';

/** If extra bids are removed (Java variant), a bidder's limit applies under each of its codes without one of its own. */
function limitsOfBidders({ multibid, seats }: Auction): ReadonlyMap<string, SeatLimit> {
  const limits = new Map(limitsBySeat(multibid));
  if (limits.size === 0) return limits;
  for (const { seat, bids } of seats.values()) {
    const limit = limits.get(bids[0]?.bidder.toLowerCase() ?? '');
    if (limit && !limits.has(seat.toLowerCase())) limits.set(seat.toLowerCase(), limit);
  }
  return limits;
}

/** Without targeting there are no winners and no account limit; extra bids are still removed if that is the rule. */
export function selectBids(auction: Auction, { config }: Services): void {
  const { seats, targeting, account } = auction;
  const preferDeals = targeting?.preferDeals ?? false;
  const { removeExtraBids: removeExtra } = config.rules;
  const limit = { accountLimit: targeting ? account.default_bid_limit : 0, removeExtra };
  if (targeting || removeExtra) {
    const limits = removeExtra ? limitsOfBidders(auction) : limitsBySeat(auction.multibid);
    for (const seat of seats.values()) {
      for (const bids of limitSeat(seat, limit, limits, preferDeals).values()) {
        if (targeting) assignCodes(bids, seat.seat, limits, reportsCode(limits, seat.seat, removeExtra, bids.length));
      }
    }
  }
  if (targeting) pickWinners(seats.values(), preferDeals, auction.winners);
  if (account.ranking.enabled) rankBids(seats.values(), preferDeals);
}
