/** What a bid pays. */
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';

/** CPM: the price of a thousand impressions. */
const IMPRESSIONS = 1000;

/** Price of an accepted bid for one impression, USD; 0 if there is no rate. */
export function revenueOf({ seat, bid }: AuctionBid, { seats, convert }: Auction): number {
  const conversion = convert(seats.get(seat)?.currency ?? 'USD', 'USD');
  return 'error' in conversion ? 0 : conversion.value(bid.price) / IMPRESSIONS;
}
