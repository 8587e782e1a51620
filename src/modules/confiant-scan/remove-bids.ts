/** Removes the bids that a scan reports; the other bids of their seats remain. */

import { NON_BID } from '#src/auction/non-bid.ts';
import type { AnalyticsTags, TagResult } from '../analytics-tags.ts';
import type { HookResult, ModuleRejection, Payloads } from '../hook.ts';
import { linesOf, type ScanResponse } from './parse-response.ts';

type Seats = Payloads['all_processed_bid_responses']['seats'];
type Seat = Seats[number];
type Bids = Seat['bids'];

/** Bids by seat after a scan. */
export interface Split {
  readonly withIssues: ReadonlyMap<Seat, Bids>;
  readonly withoutIssues: ReadonlyMap<Seat, Bids>;
}

/** Assigns results to bids by their positions; bids without a result have no issues. */
export function splitBids(seats: Seats, scan: ScanResponse): Split {
  const split = { withIssues: new Map<Seat, Bids>(), withoutIssues: new Map<Seat, Bids>() };
  for (const [i, seat] of seats.entries()) {
    const hasIssues = (_bid: unknown, j: number): boolean => (scan.seats[i]?.[j]?.issues.length ?? 0) > 0;
    const bad = seat.bids.filter(hasIssues);
    const good = seat.bids.filter((bid) => !bad.includes(bid));
    if (bad.length > 0) split.withIssues.set(seat, bad);
    if (good.length > 0) split.withoutIssues.set(seat, good);
  }
  return split;
}

function tagResult(status: string, bidsBySeat: Iterable<readonly [Seat, Bids]>): TagResult[] {
  const entries = [...bidsBySeat].filter(([, bids]) => bids.length > 0);
  if (entries.length === 0) return [];
  const bids = entries.flatMap(([, of]) => of.map(({ bid }) => bid));
  const appliedto = {
    bidders: entries.map(([{ seat }]) => seat),
    impids: bids.map(({ impid }) => impid),
    bidids: bids.map(({ id }) => id),
  };
  return [{ status, appliedto }];
}

const completeSeats = (seats: Seats): (readonly [Seat, Bids])[] => seats.map((seat) => [seat, seat.bids]);

function tagsOf(skipped: Seats, { withIssues, withoutIssues }: Split): AnalyticsTags | undefined {
  const results = [
    ...tagResult('skipped', completeSeats(skipped)),
    ...tagResult('inspected-has-issue', withIssues),
    ...tagResult('inspected-no-issues', withoutIssues),
  ];
  return { activities: [{ name: 'ad-scan', status: 'success', results }] };
}

/**
 * Removes the reported bids from `seats` in place: scanned seats first, then those that were not scanned.
 * @param scanned the seats that were submitted, in that order
 * @param skipped seats of excluded bidders, and seats without bids
 */
export function applyScan(
  payload: Payloads['all_processed_bid_responses'],
  scanned: Seats,
  skipped: Seats,
  scan: ScanResponse,
): HookResult {
  const split = splitBids(scanned, scan);
  const tags = tagsOf(skipped, split);
  if (split.withIssues.size === 0) return { tags, debug: scan.debug };
  const rejections: { [bidder: string]: ModuleRejection[] } = {};
  for (const bids of split.withIssues.values()) {
    for (const { bid, bidder } of bids) {
      rejections[bidder] = [...(rejections[bidder] ?? []), { impId: bid.impid, bidId: bid.id, reason: NON_BID.creative }];
    }
  }
  for (const seat of scanned) seat.bids = split.withoutIssues.get(seat) ?? [];
  payload.seats = [...scanned, ...skipped];
  return { tags, debug: scan.debug, errors: linesOf(scan), rejections };
}
