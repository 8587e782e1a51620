/** What one ended auction adds to the figures. */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import type { Slice } from './figures.ts';

const NONE: readonly Skipped[] = [];

type Imp = Auction['request']['imp'][number];

/** One function per type, which reads one field: a field whose name varies takes several times as long to read. */
export const MEDIA_TYPES: readonly { readonly type: string; readonly isIn: (imp: Imp) => boolean }[] = [
  { type: 'banner', isIn: ({ banner }) => banner !== undefined },
  { type: 'video', isIn: ({ video }) => video !== undefined },
  { type: 'audio', isIn: ({ audio }) => audio !== undefined },
  { type: 'native', isIn: ({ native }) => native !== undefined },
];

/** Number of bids of a bidder, before any check. */
function bidsOf({ calls }: BidderOutcome): number {
  let bids = 0;
  for (const { result } of calls) bids += result?.bids.length ?? 0;
  return bids;
}

/** What an auction as a whole adds to each of its slices: added up once. */
export interface AuctionSums {
  readonly isRejected: boolean;
  readonly calls: number;
  readonly timeouts: number;
  readonly errors: number;
  readonly bids: number;
  readonly tookUs: number;
}

/** The sums of an auction's outcomes. */
export function sumsOf({ outcomes, rejection }: Auction, tookMs: number): AuctionSums {
  let [timeouts, errors, bids] = [0, 0, 0];
  for (const outcome of outcomes) {
    if (outcome.kind === 'timeout') timeouts++;
    else if (outcome.kind === 'error') errors++;
    bids += bidsOf(outcome);
  }
  return { isRejected: rejection !== undefined, calls: outcomes.length, timeouts, errors, bids, tookUs: tookMs * 1000 };
}

/** Adds an auction as a whole, without its winners. */
export function countAuction({ counts, durations }: Slice, sums: AuctionSums): void {
  counts.auctions++;
  if (sums.isRejected) counts.rejected++;
  counts.calls += sums.calls;
  counts.timeouts += sums.timeouts;
  counts.errors += sums.errors;
  counts.bids += sums.bids;
  if (sums.bids > 0) counts.withBids++;
  durations.record(sums.tookUs);
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
