/** The log's level, changed for a while. */
import type { Clock } from '#src/outside/clock.ts';
import type { LevelWish } from './log-parameters.ts';

/** A log whose level can be changed while it is written to. */
export interface Levelled {
  level: string;
}

export class LogLevels {
  readonly #log: Levelled | undefined;
  readonly #clock: Pick<Clock, 'after'>;
  /** The level it had, while it has another. */
  #usual: string | undefined;
  #cancel: (() => void) | undefined;

  /** @param log undefined: its level is fixed */
  constructor(log: Levelled | undefined, clock: Pick<Clock, 'after'>) {
    this.#log = log;
    this.#clock = clock;
  }

  /** The last wish holds, and ends at its own time. */
  change({ level, durationMs }: LevelWish): void {
    if (!this.#log) return;
    this.#cancel?.();
    this.#usual ??= this.#log.level;
    this.#log.level = level;
    this.#cancel = this.#clock.after(durationMs, () => this.restore());
  }

  restore(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#log && this.#usual !== undefined) this.#log.level = this.#usual;
    this.#usual = undefined;
  }
}

/** The log as one with a level; undefined where it has none. */
export const levelled = (log: object): Levelled | undefined =>
  'level' in log && typeof log.level === 'string' ? (log as Levelled) : undefined;
