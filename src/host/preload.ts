/**
 * Loads the adapters of enabled bidders one by one after the start, with pauses in between: an auction that is the first to name a bidder
 * does not wait for its module, and none waits for more than one. Their files are read ahead.
 */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import { BUNDLE_FOLDER } from '#src/lang/bundled.ts';
import type { Clock } from '#src/platform/clock.ts';
import { readAhead } from './read-ahead.ts';

/** ms between two adapters; one takes 1–10 ms of CPU. */
const PAUSE_MS = 50;

/**
 * @param read reads the files of adapters before the first is loaded; never rejects
 * @returns ends the loading
 */
export function preloadAdapters(
  { all }: Pick<BidderRegistry, 'all'>,
  clock: Pick<Clock, 'after'>,
  read: (signal: AbortSignal) => Promise<void> = readFiles,
): () => void {
  const bidders = [...all.values()].filter(({ info }) => info.enabled).values();
  const ended = new AbortController();
  let cancel = (): void => {};
  const next = (): void => {
    if (ended.signal.aborted) return;
    const { value: bidder } = bidders.next();
    if (!bidder) return;
    // Reading the adapter loads it; one that cannot be built reports that at its first call.
    void bidder.adapter;
    cancel = clock.after(PAUSE_MS, next);
  };
  cancel = clock.after(PAUSE_MS, () => void read(ended.signal).then(next));
  return () => {
    ended.abort();
    cancel();
  };
}

const readFiles = async (signal: AbortSignal): Promise<void> => {
  if (BUNDLE_FOLDER !== undefined) await readAhead(BUNDLE_FOLDER, signal);
};
