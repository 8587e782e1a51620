/** Adds an ended auction to the figures of everything it belongs to. */
import type { Auction } from '#src/auction/auction.ts';
import { revenueOf } from '#src/auction/pricing/revenue.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import { countryCode } from '#src/openrtb/countries.ts';
import type { DurationHistogram } from '#src/platform/duration-histogram.ts';
import {
  type AuctionSums,
  countAuction,
  countOutcome,
  countSkipped,
  countWinner,
  MEDIA_TYPES,
  skippedOf,
  sumsOf,
} from './auction-counts.ts';
import type { Slice } from './figures.ts';

/** The key of requests without this field. */
const UNKNOWN = 'unknown';

/** Durations by state. */
export interface StateDurations {
  at(state: string): DurationHistogram;
}

/** The figures of an account, and the durations of states in its auctions. */
export interface AccountFigures {
  readonly slice: Slice;
  readonly states: StateDurations;
}

/** Figures by key; a key without figures of its own shares those of `other`. A look-up counts as activity of its key. */
export interface Slices {
  readonly total: Slice;
  account(id: string): AccountFigures;
  bidder(name: string): Slice;
  mediaType(type: string): Slice;
  country(code: string): Slice;
}

/** Adds an ended auction to its account, country, bidders and media types, and to the total. */
export function countEnded(slices: Slices, { auction, tookMs }: AuctionEnded): void {
  const { slice: account, states } = slices.account(auction.accountId || UNKNOWN);
  const shared = [slices.total, account, slices.country(countryCode(auction.request.device?.geo?.country) ?? UNKNOWN)];
  const sums = sumsOf(auction, tookMs);
  for (const slice of shared) countAuction(slice, sums);
  for (const outcome of auction.outcomes) countOutcome(slices.bidder(outcome.bidder), outcome);
  for (const { type, isIn } of MEDIA_TYPES) if (auction.request.imp.some(isIn)) countMedia(slices.mediaType(type), sums);
  countBids(slices, auction);
  for (const winner of auction.winners.values()) {
    const revenue = revenueOf(winner, auction);
    for (const slice of shared) countWinner(slice, revenue);
    countWinner(slices.bidder(winner.bidder), revenue);
    countWinner(slices.mediaType(winner.type), revenue);
  }
  for (const skipped of skippedOf(auction)) {
    for (const slice of shared) countSkipped(slice, skipped);
    countSkipped(slices.bidder(skipped.bidder), skipped);
  }
  for (const { state, tookUs } of auction.timeline) if (tookUs >= 0) states.at(state).record(tookUs);
}

/** A win notification of this account and bidder. */
export function countWin(slices: Slices, account: string | undefined, bidder: string | undefined): void {
  for (const { counts } of [slices.total, slices.account(account || UNKNOWN).slice, slices.bidder(bidder || UNKNOWN)]) counts.wins++;
}

function countMedia({ counts, durations }: Slice, { tookUs }: AuctionSums): void {
  counts.auctions++;
  durations.record(tookUs);
}

/** Bids count for their own type, not for those of their imp. Most are of one type, which is looked up once. */
function countBids(slices: Slices, { outcomes }: Auction): void {
  const types = new Map<string, Slice>();
  let last: { readonly type: string; readonly slice: Slice } | undefined;
  for (const { calls } of outcomes) {
    for (const { result } of calls) {
      if (!result) continue;
      for (const { type } of result.bids) {
        if (last?.type !== type) {
          const slice = types.get(type) ?? slices.mediaType(type);
          types.set(type, slice);
          last = { type, slice };
        }
        last.slice.counts.bids++;
      }
    }
  }
  for (const { counts } of types.values()) counts.withBids++;
}
