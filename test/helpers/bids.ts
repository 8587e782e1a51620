/** Bids after `adjust`, grouped by seat. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid, Seat } from '#src/auction/bid.ts';
import type { TargetingSettings } from '#src/auction/response-settings.ts';
import { mediumGranularity } from '#src/openrtb/granularity.ts';
import type { Bid } from '#src/openrtb/ortb.ts';

/** A banner bid of one dollar for the first imp; `bid` varies the OpenRTB part. */
export function aBid(bid: Partial<Bid> = {}, over: Partial<AuctionBid> = {}): AuctionBid {
  const made: Bid = { id: 'bid', impid: 'imp-1', price: 1, ...bid };
  return {
    bid: made,
    type: 'banner',
    seat: 'alpha',
    bidder: 'alpha',
    core: 'alpha',
    originalPrice: made.price,
    originalCurrency: 'USD',
    ...over,
  };
}

/** Groups bids by seat, in order. */
export function collectBids(auction: Auction, ...bids: readonly AuctionBid[]): Auction {
  for (const bid of bids) {
    const seat = auction.seats.get(bid.seat) ?? ({ seat: bid.seat, currency: 'USD', bids: [] } satisfies Seat);
    seat.bids.push(bid);
    auction.seats.set(bid.seat, seat);
  }
  return auction;
}

/** Targeting as a request with `targeting: {}` configures it. */
export const targetingSettings = (over: Partial<TargetingSettings> = {}): TargetingSettings => ({
  prefix: 'hb',
  maxKeyLength: 20,
  includeWinners: true,
  includeBidderKeys: true,
  includeFormat: false,
  preferDeals: false,
  alwaysIncludeDeals: false,
  appendBidderNames: false,
  priceGranularity: mediumGranularity(),
  mediaTypePriceGranularity: {},
  ...over,
});
