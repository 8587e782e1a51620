/**
 * Loads the adapters of enabled bidders one by one after the start, with pauses in between: an auction that is the first to name a bidder
 * does not wait for its module, and none waits for more than one.
 */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import type { Clock } from '#src/platform/clock.ts';

/** ms between two adapters; one takes 1–10 ms of CPU. */
const PAUSE_MS = 50;

/** @returns ends the loading */
export function preloadAdapters({ all }: Pick<BidderRegistry, 'all'>, clock: Pick<Clock, 'after'>): () => void {
  const bidders = [...all.values()].filter(({ info }) => info.enabled).values();
  let cancel = (): void => {};
  const next = (): void => {
    const { value: bidder } = bidders.next();
    if (!bidder) return;
    // Reading the adapter loads it; one that cannot be built reports that at its first call.
    void bidder.adapter;
    cancel = clock.after(PAUSE_MS, next);
  };
  cancel = clock.after(PAUSE_MS, next);
  return () => cancel();
}
