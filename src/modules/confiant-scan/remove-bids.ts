/** Removes the bids that a scan reports; the other bids of their seats remain. */

import { NON_BID } from '#src/auction/non-bid.ts';
import type { AnalyticsTags, TagResult } from '../analytics-tags.ts';
import type { HookResult, ModuleRejection, Payloads } from '../hook.ts';
import { linesOf, type ScanResponse } from './parse-response.ts';

type Bids = Payloads['all_processed_bid_responses']['seats'][number]['bids'];

/** The bids of one bidder. */
export interface BidderBids {
  readonly bidder: string;
  readonly bids: Bids;
}

type HoldsBids = Pick<BidderBids, 'bids'>;

/** Bids by their holder after a scan. */
export interface Split<H extends HoldsBids> {
  readonly withIssues: ReadonlyMap<H, Bids>;
  readonly withoutIssues: ReadonlyMap<H, Bids>;
}

/** Assigns results to bids by their positions; bids without a result have no issues. */
export function splitBids<H extends HoldsBids>(scanned: readonly H[], scan: ScanResponse): Split<H> {
  const split = { withIssues: new Map<H, Bids>(), withoutIssues: new Map<H, Bids>() };
  for (const [i, holder] of scanned.entries()) {
    const hasIssues = (_bid: unknown, j: number): boolean => (scan.seats[i]?.[j]?.issues.length ?? 0) > 0;
    const bad = holder.bids.filter(hasIssues);
    const good = holder.bids.filter((bid) => !bad.includes(bid));
    if (bad.length > 0) split.withIssues.set(holder, bad);
    if (good.length > 0) split.withoutIssues.set(holder, good);
  }
  return split;
}

function tagResult(status: string, entries: readonly (readonly [BidderBids, Bids])[]): TagResult[] {
  if (entries.length === 0) return [];
  const bids = entries.flatMap(([, of]) => of.map(({ bid }) => bid));
  const appliedto = {
    bidders: entries.map(([{ bidder }]) => bidder),
    impids: bids.map(({ impid }) => impid),
    bidids: bids.map(({ id }) => id),
  };
  return [{ status, appliedto }];
}

function tagsOf(skipped: readonly BidderBids[], { withIssues, withoutIssues }: Split<BidderBids>): AnalyticsTags {
  const results = [
    ...tagResult(
      'skipped',
      skipped.map((own) => [own, own.bids]),
    ),
    ...tagResult('inspected-has-issue', [...withIssues]),
    ...tagResult('inspected-no-issues', [...withoutIssues]),
  ];
  return { activities: [{ name: 'ad-scan', status: 'success', results }] };
}

/**
 * Removes the reported bids from their seats in place: seats with scanned bids are first, then the others.
 * @param scanned the bids that were submitted, in that order
 * @param skipped those of excluded bidders
 */
export function applyScan(
  payload: Payloads['all_processed_bid_responses'],
  scanned: readonly BidderBids[],
  skipped: readonly BidderBids[],
  scan: ScanResponse,
): HookResult {
  const split = splitBids(scanned, scan);
  const tags = tagsOf(skipped, split);
  if (split.withIssues.size === 0) return { tags, debug: scan.debug };
  const rejections: { [bidder: string]: ModuleRejection[] } = {};
  for (const [{ bidder }, bids] of split.withIssues)
    rejections[bidder] = bids.map(({ bid }) => ({ impId: bid.impid, bidId: bid.id, reason: NON_BID.creative }));
  const submitted = new Set(scanned.flatMap(({ bids }) => bids));
  const { yes: first = [], no: last = [] } = Object.groupBy(payload.seats, ({ bids }) =>
    bids.some((bid) => submitted.has(bid)) ? 'yes' : 'no',
  );
  const reported = new Set([...split.withIssues.values()].flat());
  for (const seat of first) seat.bids = seat.bids.filter((bid) => !reported.has(bid));
  payload.seats = [...first, ...last];
  return { tags, debug: scan.debug, errors: linesOf(scan), rejections };
}
