/** A state's work as a list of small steps. Without a wait all of them run synchronously; a wait is returned as a promise. */
import type { Auction } from './auction.ts';
import type { Services } from './services.ts';

/** One step: edits the record; returns a promise only if it must wait. */
export type PipelineStep = (auction: Auction, services: Services) => void | Promise<void>;

/**
 * Runs `steps` in order from `first` on; stops if the auction is rejected or its response already exists
 * (`fullStoredResponse`).
 * @returns a promise from the first step that waits, otherwise nothing
 */
export function runSteps(steps: readonly PipelineStep[], auction: Auction, services: Services, first = 0): void | Promise<void> {
  for (let i = first; i < steps.length; i++) {
    if (auction.rejection || auction.fullStoredResponse) return;
    const wait = steps[i]?.(auction, services);
    if (wait) return wait.then(() => runSteps(steps, auction, services, i + 1));
  }
}
