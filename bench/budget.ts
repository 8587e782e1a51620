/** Time limits of the bench: a slow machine measures fewer turns, so that the complete bench takes eight minutes there too. */

/** A limit that begins now. */
export class Budget {
  readonly #clock: () => number;
  readonly #endAt: number;

  /** @param clock ms; another one for tests */
  constructor(seconds: number, clock: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#endAt = clock() + seconds * 1000;
  }

  get isOver(): boolean {
    return this.#clock() >= this.#endAt;
  }

  /** The numbers of the turns that begin in time, from 0 on. @param max turns of a fast machine @param min those that always take place */
  *turns(max: number, min: number): Generator<number> {
    for (let turn = 0; turn < max && (turn < min || !this.isOver); turn++) yield turn;
  }
}
