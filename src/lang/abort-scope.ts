/** Pending work of an auction is cancelled when its client disconnects or the auction ends. */

/** A lazily created abort signal: an auction that never waits has no overhead. */
export class AbortScope implements Abortable {
  #controller: AbortController | undefined;
  #isOver = false;

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isOver) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Idempotent. */
  abort(): void {
    this.#isOver = true;
    this.#controller?.abort();
  }
}

/** The result of `work`, or a rejection with the signal's reason, whichever is first. The work itself continues. */
export function untilAborted<T>(work: Promise<T>, { signal }: Abortable): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const aborted = (): void => reject(signal.reason as Error);
  if (signal.aborted) aborted();
  else signal.addEventListener('abort', aborted, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  return promise;
}

/** A caller that may stop waiting: the signal is created on first read, so read it only if something is awaited. */
export interface Abortable {
  readonly signal: AbortSignal;
}
