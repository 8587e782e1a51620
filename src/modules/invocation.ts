/** One hook at work: its draft, its answer or why there is none. A hook can do nothing here that reaches the auction. */
import type { Patch } from 'immer';
import { errorMessage } from '#src/wire/error-message.ts';
import type { PlannedHook } from './book.ts';
import { closeDraft, dropDraft, openDraft } from './drafts.ts';
import type { HookContext } from './hook.ts';
import { isThenable } from './later.ts';
import { type ReadResult, readResult } from './read-result.ts';
import type { Failed } from './texts.ts';

/** How a hook ended. */
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
  /** Absent: still at work. */
  settled: Settled | undefined;
  #draft: unknown;

  constructor(hook: PlannedHook, startedUs: number) {
    this.hook = hook;
    this.startedUs = startedUs;
  }

  /**
   * Calls the hook with a draft of `payload`. An answer at hand is `settled` at once.
   * @param onSettled called where the hook waits, when it has ended by itself; not after `end`
   */
  start(payload: unknown, context: HookContext, onSettled: () => void): void {
    const { run } = this.hook;
    if (!run) return;
    try {
      this.#draft = openDraft(payload);
      const answer: unknown = run(this.#draft as never, context);
      if (isThenable(answer)) this.#await(answer, onSettled);
      else this.#take(answer, 'call');
    } catch (cause) {
      this.#fail('call', textOf(cause));
    }
  }

  /** Ends a hook that is still at work; whatever it does later reaches nobody. */
  end(failed: Failed): void {
    if (this.settled) return;
    dropDraft(this.#draft);
    this.settled = { kind: 'failed', failed };
  }

  #await(answer: PromiseLike<unknown>, onSettled: () => void): void {
    Promise.resolve(answer).then(
      (value) => {
        if (this.settled) return;
        this.#take(value, 'later');
        onSettled();
      },
      (cause: unknown) => {
        if (this.settled) return;
        this.#fail('later', textOf(cause));
        onSettled();
      },
    );
  }

  #take(answer: unknown, kind: 'call' | 'later'): void {
    try {
      const result = readResult(answer);
      if (result.failure !== undefined) this.#fail('declared', result.failure, result);
      else this.settled = { kind: 'done', result, patches: closeDraft(this.#draft) };
    } catch (cause) {
      this.#fail(kind, textOf(cause));
    }
  }

  #fail(kind: Failed['kind'], text: string, said?: ReadResult): void {
    dropDraft(this.#draft);
    this.settled = { kind: 'failed', failed: { kind, text, said } };
  }
}
