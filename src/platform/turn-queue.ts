/**
 * Work that a turn of the event loop may leave to the next one. Under load hundreds of sockets are ready at once; without a limit the loop
 * handles all their events, for 50 ms and more, before it reads the next request.
 */

/** Times of the event loop; tests inject their own. */
export interface TurnTime {
  /** Monotonic, ms. */
  nowMs(): number;
  /** Calls back once at the end of this turn; the returned function cancels. */
  atTurnEnd(callback: () => void): () => void;
}

/** Work that waits gets at least this share of the time of the turn, so that many other events do not stop it. */
const MIN_SHARE = 0.5;

export class TurnQueue {
  readonly #time: TurnTime;
  readonly #budgetMs: number;
  readonly #end = (): void => this.#ended();
  /** Oldest first. */
  readonly #waiting: (() => void)[] = [];
  /** Time of the first work of this turn, if its end is awaited. */
  #startedMs = 0;
  #cancel: (() => void) | undefined;

  /** @param budgetMs of a turn for work, and as much again, or a share of the turn if that is more, at its end for work that waits */
  constructor(time: TurnTime, budgetMs: number) {
    this.#time = time;
    this.#budgetMs = budgetMs;
  }

  /** Does the work now, or later in the order of the calls. It must not throw. */
  run(work: () => void): void {
    const nowMs = this.#time.nowMs();
    this.#note(nowMs);
    if (this.#waiting.length === 0 && nowMs - this.#startedMs < this.#budgetMs) work();
    else this.#waiting.push(work);
  }

  /** Drops work that waits. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting.length = 0;
  }

  /** Notes that the current turn has work. */
  #note(nowMs: number): void {
    if (this.#cancel) return;
    this.#startedMs = nowMs;
    this.#cancel = this.#time.atTurnEnd(this.#end);
  }

  /** At the end of a turn: work that waits, oldest first. */
  #ended(): void {
    this.#cancel = undefined;
    const waiting = this.#waiting;
    const startedMs = this.#time.nowMs();
    const endMs = startedMs + Math.max(this.#budgetMs, (startedMs - this.#startedMs) * MIN_SHARE);
    let nowMs = startedMs;
    let count = 0;
    while (count < waiting.length && nowMs < endMs) {
      waiting[count++]?.();
      nowMs = this.#time.nowMs();
    }
    waiting.splice(0, count);
    if (waiting.length > 0) this.#note(nowMs);
  }
}
