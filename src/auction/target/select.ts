/** Winners, codes and ranks; bids beyond what a seat may have leave it (auction-exchange.md 11). */
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { assignCodes, cutSeat, limitsBySeat, type SeatLimit, tellsCode } from './multibid.ts';
import { pickWinners, rankBids } from './winners.ts';

/** Where extra bids are removed (Java variant) a bidder's limit holds under every code it bids under that has none of its own. */
function limitsOfBidders({ multibid, seats }: Auction): ReadonlyMap<string, SeatLimit> {
  const limits = new Map(limitsBySeat(multibid));
  if (limits.size === 0) return limits;
  for (const { seat, bids } of seats.values()) {
    const limit = limits.get(bids[0]?.bidder.toLowerCase() ?? '');
    if (limit && !limits.has(seat.toLowerCase())) limits.set(seat.toLowerCase(), limit);
  }
  return limits;
}

/** Without targeting nobody wins and no account limit holds; extra bids are still removed where that is the rule. */
export function selectBids(auction: Auction, { config }: Services): void {
  const { seats, targeting, account } = auction;
  const preferDeals = targeting?.preferDeals ?? false;
  const { removeExtraBids: removeExtra } = config.rules;
  const limit = { accountLimit: targeting ? account.default_bid_limit : 0, removeExtra };
  if (targeting || removeExtra) {
    const limits = removeExtra ? limitsOfBidders(auction) : limitsBySeat(auction.multibid);
    for (const seat of seats.values()) {
      for (const bids of cutSeat(seat, limit, limits, preferDeals).values()) {
        if (targeting) assignCodes(bids, seat.seat, limits, tellsCode(limits, seat.seat, removeExtra, bids.length));
      }
    }
  }
  if (targeting) pickWinners(seats.values(), preferDeals, auction.winners);
  if (account.ranking.enabled) rankBids(seats.values(), preferDeals);
}
