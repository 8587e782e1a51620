/** What one ended auction adds to the figures. */
import type { Auction, BidderOutcome } from '#src/auction/auction.ts';
import type { Slice } from './figures.ts';

const NONE: readonly Skipped[] = [];

export const MEDIA_TYPES = ['banner', 'video', 'audio', 'native'] as const;

/** Number of bids of a bidder, before any check. */
function bidsOf({ calls }: BidderOutcome): number {
  let bids = 0;
  for (const { result } of calls) bids += result?.bids.length ?? 0;
  return bids;
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

/** A bidder that was skipped on imps to save calls. */
export interface Skipped {
  readonly bidder: string;
  /** It was not called at all. */
  readonly isSaved: boolean;
  /** Revenue that could be expected of it, USD. */
  readonly lostRevenue: number;
}

/** The bidders that modules skipped on imps to save calls (docs/MODULES.md, traffic shaping). */
export function skippedOf({ nonBids, outcomes }: Pick<Auction, 'nonBids' | 'outcomes'>): readonly Skipped[] {
  const lost = new Map<string, number>();
  for (const { seat, lostRevenue } of nonBids) if (lostRevenue !== undefined) lost.set(seat, (lost.get(seat) ?? 0) + lostRevenue);
  if (lost.size === 0) return NONE;
  const called = new Set(outcomes.map(({ bidder }) => bidder));
  return [...lost].map(([bidder, lostRevenue]) => ({ bidder, isSaved: !called.has(bidder), lostRevenue }));
}

/** Adds a bidder that was skipped. */
export function countSkipped({ counts }: Slice, { isSaved, lostRevenue }: Skipped): void {
  if (isSaved) counts.saved++;
  counts.lostRevenue += lostRevenue;
}
