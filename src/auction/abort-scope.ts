/** What an auction waits for stops when its client has disconnected or the auction has ended. */
import type { Abortable } from './services.ts';

/** An abort signal that is made when it is first asked for: an auction that waits for nobody pays for none. */
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

/** What `work` gives, or a rejection with the reason of the signal, whichever is first. The work itself goes on. */
export function untilAborted<T>(work: Promise<T>, { signal }: Abortable): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const aborted = (): void => reject(signal.reason as Error);
  if (signal.aborted) aborted();
  else signal.addEventListener('abort', aborted, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  return promise;
}
