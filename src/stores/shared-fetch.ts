/** One fetch that several auctions await. It is aborted when none of them waits any more. */

import type { Found } from '#src/auction/stored-data.ts';
import type { Abortable, AbortScope } from '#src/lang/abort-scope.ts';

export class SharedFetch<T = Found> {
  /** Settles for all waiting callers. */
  readonly found: Promise<T>;
  readonly #scope: AbortScope;
  #waiting = 0;

  /** @param found result of a fetch that received `scope` */
  constructor(found: Promise<T>, scope: AbortScope) {
    this.found = found;
    this.#scope = scope;
  }

  /** Adds a waiting caller; without a scope, for the duration of the fetch. */
  join(waiter: Abortable | undefined): void {
    this.#waiting++;
    if (!waiter) return;
    const disconnect = (): void => {
      if (--this.#waiting === 0) this.#scope.abort();
    };
    waiter.signal.addEventListener('abort', disconnect, { once: true });
    void this.found.finally(() => waiter.signal.removeEventListener('abort', disconnect));
  }
}
