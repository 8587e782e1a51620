/** The `target` state: picks the winners, and builds each bid's key-values for the ad server (docs/stages/target.md). */
import { allResponsesHooks, processedResponseHooks } from '#src/modules/stages/processed-responses.ts';
import type { Auction } from './auction.ts';
import type { Services } from './services.ts';
import { type PipelineStep, runSteps } from './steps.ts';
import { bucketOf } from './target/bid-bucket.ts';
import { mapCategories } from './target/categories.ts';
import { applyDealTiers } from './target/deal-tiers.ts';
import { addEvents } from './target/events.ts';
import { selectBids } from './target/select.ts';
import { makeEarlyTargeting } from './target/targeting.ts';

/** Modules' hooks on the collected bids; they may change prices. */
const MODULES: readonly PipelineStep[] = [processedResponseHooks, allResponsesHooks, refillBuckets];

const SELECTION: readonly PipelineStep[] = [selectBids, applyDealTiers, makeEarlyTargeting];

/** The order matters: a bid without a category gets no trackers, a removed one no targeting. */
const CATEGORIES_FIRST: readonly PipelineStep[] = [fillBuckets, mapCategories, addEvents, ...MODULES, ...SELECTION];
/** The bids that modules leave compete by category. */
const CATEGORIES_AFTER_MODULES: readonly PipelineStep[] = [fillBuckets, addEvents, ...MODULES, mapCategories, ...SELECTION];

/** Runs after `adjust`, before `cache`; waits only for a category file or a module. */
export function target(auction: Auction, services: Services): void | Promise<void> {
  if (auction.seats.size === 0) return;
  const { areAfterModules } = services.dialect.response.categories;
  return runSteps(areAfterModules ? CATEGORIES_AFTER_MODULES : CATEGORIES_FIRST, auction, services);
}

/** A module may change a price, and with it its bucket. */
function refillBuckets(auction: Auction, services: Services): void {
  if (auction.bidsChanged) fillBuckets(auction, services);
}

function fillBuckets({ targeting, account, seats }: Auction, { random, dialect }: Services): void {
  if (!targeting) return;
  const draw = (): number => random.next();
  for (const { bids } of seats.values()) {
    for (const bid of bids) bid.priceBucket = bucketOf(bid, targeting, account.bid_rounding, draw, dialect.prices);
  }
}
