/** Adds an ended auction to the figures of everything it belongs to. */
import type { Auction } from '#src/auction/auction.ts';
import { revenueOf } from '#src/auction/pricing/revenue.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { DurationHistogram } from '#src/platform/duration-histogram.ts';
import { countAuction, countOutcome, countSkipped, countWinner, MEDIA_TYPES, skippedOf } from './auction-counts.ts';
import type { Slice } from './figures.ts';

/** The key of requests without this field. */
const UNKNOWN = 'unknown';

/** Figures by key; a key without figures of its own shares those of `other`. */
export interface Slices {
  readonly total: Slice;
  account(id: string): Slice;
  bidder(name: string): Slice;
  mediaType(type: string): Slice;
  country(code: string): Slice;
  /** Durations of a state in auctions of an account. */
  state(state: string, account: string): DurationHistogram;
}

export function countEnded(slices: Slices, { auction, tookMs }: AuctionEnded): void {
  const accountId = auction.accountId || UNKNOWN;
  const shared = [slices.total, slices.account(accountId), slices.country(countryOf(auction))];
  for (const slice of shared) countAuction(slice, auction, tookMs);
  for (const outcome of auction.outcomes) countOutcome(slices.bidder(outcome.bidder), outcome);
  for (const type of MEDIA_TYPES) {
    if (auction.request.imp.some((imp) => imp[type] !== undefined)) countMedia(slices.mediaType(type), tookMs);
  }
  countBids(slices, auction);
  for (const winner of auction.winners.values()) {
    const revenue = revenueOf(winner, auction);
    for (const slice of [...shared, slices.bidder(winner.bidder), slices.mediaType(winner.type)]) countWinner(slice, revenue);
  }
  for (const skipped of skippedOf(auction)) {
    for (const slice of [...shared, slices.bidder(skipped.bidder)]) countSkipped(slice, skipped);
  }
  for (const { state, tookUs } of auction.timeline) if (tookUs >= 0) slices.state(state, accountId).record(tookUs);
}

/** A win notification of this account and bidder. */
export function countWin(slices: Slices, account: string | undefined, bidder: string | undefined): void {
  for (const { counts } of [slices.total, slices.account(account || UNKNOWN), slices.bidder(bidder || UNKNOWN)]) counts.wins++;
}

function countMedia({ counts, durations }: Slice, tookMs: number): void {
  counts.auctions++;
  durations.record(tookMs * 1000);
}

/** Bids count for their own type, not for those of their imp. */
function countBids(slices: Slices, { outcomes }: Auction): void {
  const types = new Set<string>();
  for (const { calls } of outcomes) {
    for (const { result } of calls) {
      for (const { type } of result?.bids ?? []) {
        types.add(type);
        slices.mediaType(type).counts.bids++;
      }
    }
  }
  for (const type of types) slices.mediaType(type).counts.withBids++;
}

/** Callers choose the country's text: a long one is no country. */
function countryOf({ request }: Auction): string {
  const country: unknown = request.device?.geo?.country;
  return typeof country === 'string' && /^[A-Za-z]{2,3}$/.test(country) ? country.toUpperCase() : UNKNOWN;
}
