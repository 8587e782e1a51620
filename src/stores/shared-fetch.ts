/** One fetch that several auctions wait for. It is aborted when none of them waits any more. */
import type { AbortScope } from '#src/auction/abort-scope.ts';
import type { Abortable, Found } from '#src/auction/services.ts';

export class SharedFetch {
  /** Settles for all who wait. */
  readonly found: Promise<Found>;
  readonly #scope: AbortScope;
  #waiting = 0;

  /** @param found made by a fetch that was handed `scope` */
  constructor(found: Promise<Found>, scope: AbortScope) {
    this.found = found;
    this.#scope = scope;
  }

  /** Counts as one who waits; without a scope, for as long as the fetch takes. */
  join(waiter: Abortable | undefined): void {
    this.#waiting++;
    if (!waiter) return;
    const leave = (): void => {
      if (--this.#waiting === 0) this.#scope.abort();
    };
    waiter.signal.addEventListener('abort', leave, { once: true });
    void this.found.finally(() => waiter.signal.removeEventListener('abort', leave));
  }
}
