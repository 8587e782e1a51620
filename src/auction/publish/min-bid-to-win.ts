/** The price a bid had to beat. */
import type { Auction } from '../auction.ts';
import type { BidOutcome } from '../bid-outcome.ts';
import { convertedOrNone, currencyOfBids } from '../pricing/auction-currency.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';

/**
 * The higher of the best bid of any other bidder for the imp and the imp's floor: CPM in the currency of the auction's bids. Undefined: there
 * was neither, the host picked no winner, or a deal took precedence over every price.
 */
export function minBidToWin(
  auction: Auction,
  { bidder, impId, dealId }: Pick<BidOutcome, 'bidder' | 'impId' | 'dealId'>,
): number | undefined {
  const { targeting } = auction;
  if (!targeting) return undefined;
  const isDeal = Boolean(dealId);
  let min = floorOf(auction, impId);
  for (const { bids, currency } of auction.seats.values()) {
    for (const other of bids) {
      if (other.bidder === bidder || other.bid.impid !== impId) continue;
      const otherIsDeal = Boolean(other.bid.dealid);
      if (targeting.preferDeals && otherIsDeal && !isDeal) return undefined;
      if (targeting.preferDeals && otherIsDeal !== isDeal) continue;
      min = Math.max(min, inAuctionCurrency(auction, other.bid.price, currency));
    }
  }
  return min > 0 ? min : undefined;
}

/** 0: the imp has none, or the winner is below it because floors were not enforced. */
function floorOf(auction: Auction, impId: string): number {
  const { bidfloor = 0, bidfloorcur } = auction.request.imp.find(({ id }) => id === impId) ?? {};
  const floor = bidfloor > 0 ? inAuctionCurrency(auction, bidfloor, bidfloorcur || DEFAULT_CURRENCY) : 0;
  const winner = auction.winners.get(impId);
  const price = winner && inAuctionCurrency(auction, winner.bid.price, auction.seats.get(winner.seat)?.currency ?? DEFAULT_CURRENCY);
  return price !== undefined && price < floor ? 0 : floor;
}

/** 0: there is no rate. */
function inAuctionCurrency(auction: Auction, price: number, from: string): number {
  const to = currencyOfBids(auction);
  return from === to ? price : (convertedOrNone(auction, price, from, to) ?? 0);
}
