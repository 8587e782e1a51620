/** A state's work as a list of small steps. Without a wait all of them run in one go; a wait is passed on as a promise. */
import type { Auction } from './auction.ts';
import type { Services } from './services.ts';

/** One step: edits the record; gives a promise only where something must be waited for. */
export type Step = (auction: Auction, services: Services) => void | Promise<void>;

/**
 * Runs `steps` in order from `first` on; stops when the auction is refused or its answer is there already
 * (`wholeStoredResponse`).
 * @returns a promise from the first step that waits, nothing when none does
 */
export function runSteps(steps: readonly Step[], auction: Auction, services: Services, first = 0): void | Promise<void> {
  for (let i = first; i < steps.length; i++) {
    if (auction.refusal || auction.wholeStoredResponse) return;
    const wait = steps[i]?.(auction, services);
    if (wait) return wait.then(() => runSteps(steps, auction, services, i + 1));
  }
}
