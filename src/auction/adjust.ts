/**
 * The `adjust` state: turns bidders' outcomes into seats of valid bids in one currency, adjusted and above their floors.
 * Page: docs/stages/adjust.md.
 */
import { giveBidIds } from './adjust/bid-ids.ts';
import { checkCreatives } from './adjust/check-creatives.ts';
import { closeCollector, collectOutcome, openCollector } from './adjust/seat-collector.ts';
import { addStoredSeats } from './adjust/stored-auction.ts';
import type { Auction } from './auction.ts';
import type { CallOutcome } from './bidder-task.ts';
import { enforceFloors } from './floors/enforce.ts';
import { NON_BID } from './non-bid.ts';
import type { Services } from './services.ts';

/** Creative checks run before winners are chosen, so that the next bid can replace a rejected one. */
export function adjust(auction: Auction, services: Services): void {
  collectBids(auction, services);
  if (auction.rejection) return;
  filterBids(auction, services);
  recordMissingResponses(auction, services);
}

/** Bids of live and stored responses, checked, priced and grouped by seat; bidders in their random order. */
export function collectBids(auction: Auction, services: Services): void {
  const { tasks, outcomes } = auction;
  const collector = openCollector(auction, services);
  let collected = 0;
  for (const task of tasks) {
    const outcome = outcomes.find(({ bidder }) => bidder === task.bidder);
    if (!outcome) continue;
    collectOutcome(collector, outcome, task);
    collected++;
  }
  // Outcomes of bidders that needed no call.
  if (collected < outcomes.length) {
    for (const outcome of outcomes)
      if (!tasks.some(({ bidder }) => bidder === outcome.bidder)) collectOutcome(collector, outcome, undefined);
  }
  addStoredSeats(auction, collector);
  closeCollector(collector);
}

/** Removes bids that are below floors, not transparent, too large or insecure; then assigns ids. */
function filterBids(auction: Auction, services: Services): void {
  if (services.config.price_floors.enabled) {
    enforceFloors(auction, services);
    // Only seats that lose their bids to the creative checks are reported as empty.
    for (const { seat, bids } of auction.seats.values()) if (bids.length === 0) auction.seats.delete(seat);
  }
  checkCreatives(auction, services);
  giveBidIds(auction, services);
}

/** Every requested imp of a bidder ends in a bid or a non-bid reason; the default is "no bid". */
function recordMissingResponses({ tasks, outcomes, seats, nonBids }: Auction, { dialect }: Services): void {
  if (tasks.length === 0) return;
  const known = new Map<string, Set<string>>(tasks.map(({ bidder }) => [bidder, new Set()]));
  for (const { seat, impId, bid } of nonBids) known.get(bid?.bidder ?? seat)?.add(impId);
  for (const { bids } of seats.values()) for (const { bidder, bid } of bids) known.get(bidder)?.add(bid.impid);
  for (const { bidder, impIds } of tasks) {
    const missing = impIds.filter((impId) => !known.get(bidder)?.has(impId));
    if (missing.length === 0) continue;
    const calls = outcomes.find((outcome) => outcome.bidder === bidder)?.calls;
    const code = calls?.some(hasError) ? dialect.collect.nonBid.ofUnusable : NON_BID.noBid;
    for (const impId of missing) nonBids.push({ seat: bidder, impId, code });
  }
}

const hasError = ({ errors }: CallOutcome): boolean => errors?.some(({ warning }) => !warning) ?? false;
