/** The `adjust` state: from bidders' outcomes to seats of valid bids in one currency, adjusted, above their floors. */
import { giveBidIds } from './adjust/bid-ids.ts';
import { checkCreatives } from './adjust/check-creatives.ts';
import { closeFiling, fileOutcome, openFiling } from './adjust/file-bids.ts';
import { enforceFloors } from './adjust/floors.ts';
import { addStoredSeats } from './adjust/stored-auction.ts';
import type { Auction, CallOutcome } from './auction.ts';
import { NON_BID } from './collect/not-bid.ts';
import type { Services } from './services.ts';

/** In the order of auction-exchange.md 0.1, with the checks of decisions row 19 before any winner is chosen. */
export function adjust(auction: Auction, services: Services): void {
  fileBids(auction, services);
  if (auction.refusal) return;
  sortOut(auction, services);
  accountForSilence(auction);
}

/** Bids of live and stored answers, checked, priced and filed under their seats: bidders in the order that was drawn for them. */
export function fileBids(auction: Auction, services: Services): void {
  const { tasks, outcomes } = auction;
  const filing = openFiling(auction, services);
  let filed = 0;
  for (const task of tasks) {
    const outcome = outcomes.find(({ bidder }) => bidder === task.bidder);
    if (!outcome) continue;
    fileOutcome(filing, outcome, task);
    filed++;
  }
  // Of bidders nobody had to call.
  if (filed < outcomes.length) {
    for (const outcome of outcomes) if (!tasks.some(({ bidder }) => bidder === outcome.bidder)) fileOutcome(filing, outcome, undefined);
  }
  addStoredSeats(auction, filing);
  closeFiling(filing);
}

/** What may not stay of the bids that are filed: below floors, not transparent, too large, insecure. Then ids. */
export function sortOut(auction: Auction, services: Services): void {
  if (services.config.price_floors.enabled) {
    enforceFloors(auction, services);
    // Only seats that lose their bids for what these would show are told empty (auction-exchange.md 6.8 and 14).
    for (const { seat, bids } of auction.seats.values()) if (bids.length === 0) auction.seats.delete(seat);
  }
  checkCreatives(auction, services);
  giveBidIds(auction, services);
}

/** Every imp a bidder was asked for ends in a bid or in a reason: where nothing else was said, it did not bid. */
function accountForSilence({ tasks, outcomes, seats, nonBids }: Auction): void {
  if (tasks.length === 0) return;
  const known = new Map<string, Set<string>>(tasks.map(({ bidder }) => [bidder, new Set()]));
  for (const { seat, impId, bid } of nonBids) known.get(bid?.bidder ?? seat)?.add(impId);
  for (const { bids } of seats.values()) for (const { bidder, bid } of bids) known.get(bidder)?.add(bid.impid);
  for (const { bidder, impIds } of tasks) {
    for (const impId of impIds) {
      if (known.get(bidder)?.has(impId)) continue;
      const calls = outcomes.find((outcome) => outcome.bidder === bidder)?.calls;
      nonBids.push({ seat: bidder, impId, code: calls?.some(hasError) ? NON_BID.error : NON_BID.noBid });
    }
  }
}

const hasError = ({ errors }: CallOutcome): boolean => errors?.some(({ warning }) => !warning) ?? false;
