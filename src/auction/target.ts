/** The `target` state: which bid wins, what the ad server is told about each (auction-exchange.md 9 to 12). */
import { allResponsesHooks, processedResponseHooks } from '#src/modules/stages/processed-responses.ts';
import type { Auction } from './auction.ts';
import type { Services } from './services.ts';
import { runSteps, type Step } from './steps.ts';
import { bucketOf } from './target/bid-bucket.ts';
import { mapCategories } from './target/categories.ts';
import { tellTiers } from './target/deal-tiers.ts';
import { addEvents } from './target/events.ts';
import { selectBids } from './target/select.ts';
import { makeEarlyTargeting } from './target/targeting.ts';

/** What modules make of the bids that are in; their prices may be others then. */
const MODULES: readonly Step[] = [processedResponseHooks, allResponsesHooks, refillBuckets];

/** In the order of auction-exchange.md 0: a bid without a category gets no trackers, one that is cut no targeting. */
const steps: readonly Step[] = [fillBuckets, mapCategories, addEvents, ...MODULES, selectBids, tellTiers, makeEarlyTargeting];

/** Runs after `adjust`, before `cache`; waits only where a category file must be fetched, or where a module does. */
export function target(auction: Auction, services: Services): void | Promise<void> {
  if (auction.seats.size > 0) return runSteps(steps, auction, services);
}

function refillBuckets(auction: Auction, services: Services): void {
  if (auction.hooks) fillBuckets(auction, services);
}

function fillBuckets({ targeting, account, seats }: Auction, { random, config }: Services): void {
  if (!targeting) return;
  const draw = (): number => random.next();
  for (const { bids } of seats.values()) {
    for (const bid of bids) bid.priceBucket = bucketOf(bid, targeting, account.bid_rounding, draw, config.variant);
  }
}
