/** One running hook: its draft, and its result or failure. Nothing a hook does here can affect the auction directly. */
import type { Patch } from 'immer';
import { errorMessage } from '#src/lang/error-message.ts';
import { isThenable } from '#src/lang/later.ts';
import { closeDraft, dropDraft, openDraft } from './drafts.ts';
import type { HookContext } from './hook.ts';
import type { PlannedHook } from './hook-registry.ts';
import type { Failed } from './messages.ts';
import { type ReadResult, readResult } from './read-result.ts';

/** Result of a hook. */
export type Settled =
  | { readonly kind: 'done'; readonly result: ReadResult; readonly patches: readonly Patch[] }
  | { readonly kind: 'failed'; readonly failed: Failed };

const textOf = (cause: unknown): string => {
  try {
    return errorMessage(cause);
  } catch {
    return 'unknown error';
  }
};

export class Invocation {
  readonly hook: PlannedHook;
  readonly startedUs: number;
  /** Absent: still running. */
  settled: Settled | undefined;
  #draft: unknown;

  constructor(hook: PlannedHook, startedUs: number) {
    this.hook = hook;
    this.startedUs = startedUs;
  }

  /**
   * Calls the hook with a draft of `payload`. A synchronous result sets `settled` at once.
   * @param onSettled called when an asynchronous hook has ended by itself; not after `end`
   */
  start(payload: unknown, context: HookContext, onSettled: () => void): void {
    const { run } = this.hook;
    if (!run) return;
    try {
      this.#draft = openDraft(payload);
      const response: unknown = run(this.#draft as never, context);
      if (isThenable(response)) this.#await(response, onSettled);
      else this.#take(response, 'call');
    } catch (cause) {
      this.#threw('call', cause);
    }
  }

  /** Ends a running hook; later results are ignored. */
  end(failed: Failed): void {
    if (!this.settled) this.#fail(failed);
  }

  #await(response: PromiseLike<unknown>, onSettled: () => void): void {
    Promise.resolve(response).then(
      (value) => {
        if (this.settled) return;
        this.#take(value, 'later');
        onSettled();
      },
      (cause: unknown) => {
        if (this.settled) return;
        this.#threw('later', cause);
        onSettled();
      },
    );
  }

  #take(response: unknown, kind: 'call' | 'later'): void {
    try {
      const result = readResult(response);
      if (result.failure !== undefined) this.#fail({ kind: 'declared', message: result.failure, details: result });
      else this.settled = { kind: 'done', result, patches: closeDraft(this.#draft) };
    } catch (cause) {
      this.#threw(kind, cause);
    }
  }

  #threw(kind: 'call' | 'later', cause: unknown): void {
    this.#fail({ kind, message: textOf(cause), cause });
  }

  #fail(failed: Failed): void {
    dropDraft(this.#draft);
    this.settled = { kind: 'failed', failed };
  }
}
