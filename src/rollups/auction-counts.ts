/** What one ended auction adds to the figures. */
import type { Auction, AuctionBid, BidderOutcome } from '#src/auction/auction.ts';
import type { Slice } from './figures.ts';

/** CPM: the price of a thousand impressions. */
const IMPRESSIONS = 1000;

export const MEDIA_TYPES = ['banner', 'video', 'audio', 'native'] as const;

/** Number of bids of a bidder, before any check. */
export function bidsOf({ calls }: BidderOutcome): number {
  let bids = 0;
  for (const { result } of calls) bids += result?.bids.length ?? 0;
  return bids;
}

/** Price of a bid that won, for one impression, USD; 0 if there is no rate. */
export function revenueOf({ seat, bid }: AuctionBid, { seats, convert }: Auction): number {
  const conversion = convert(seats.get(seat)?.currency ?? 'USD', 'USD');
  return 'error' in conversion ? 0 : conversion.value(bid.price) / IMPRESSIONS;
}

/** Adds an auction as a whole, without its winners. */
export function countAuction({ counts, durations }: Slice, { outcomes, rejection }: Auction, tookMs: number): void {
  counts.auctions++;
  if (rejection) counts.rejected++;
  let bids = 0;
  for (const outcome of outcomes) {
    counts.calls++;
    if (outcome.kind === 'timeout') counts.timeouts++;
    else if (outcome.kind === 'error') counts.errors++;
    bids += bidsOf(outcome);
  }
  counts.bids += bids;
  if (bids > 0) counts.withBids++;
  durations.record(tookMs * 1000);
}

/** Adds the outcome of one bidder to its own figures. */
export function countOutcome({ counts, durations }: Slice, outcome: BidderOutcome): void {
  const bids = bidsOf(outcome);
  counts.auctions++;
  counts.calls++;
  counts.bids += bids;
  if (bids > 0) counts.withBids++;
  if (outcome.kind === 'timeout') counts.timeouts++;
  else if (outcome.kind === 'error') counts.errors++;
  else if (outcome.kind === 'rejected') counts.rejected++;
  durations.record(outcome.ms * 1000);
}

/** Adds a bid that won its imp. */
export function countWinner({ counts }: Slice, revenue: number): void {
  counts.won++;
  counts.revenue += revenue;
}
