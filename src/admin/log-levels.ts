/** Changes the log level for a limited time. */
import type { Clock } from '#src/platform/clock.ts';
import type { LevelRequest } from './log-parameters.ts';

/** A logger whose level can be changed at run time. */
export interface Levelled {
  level: string;
}

export class LogLevels {
  readonly #log: Levelled | undefined;
  readonly #clock: Pick<Clock, 'after'>;
  /** The original level while another one is active. */
  #defaultLevel: string | undefined;
  #cancel: (() => void) | undefined;

  /** @param log undefined: the level is fixed */
  constructor(log: Levelled | undefined, clock: Pick<Clock, 'after'>) {
    this.#log = log;
    this.#clock = clock;
  }

  /** The latest change wins and ends after its own duration. */
  change({ level, durationMs }: LevelRequest): void {
    if (!this.#log) return;
    this.#cancel?.();
    this.#defaultLevel ??= this.#log.level;
    this.#log.level = level;
    this.#cancel = this.#clock.after(durationMs, () => this.restore());
  }

  restore(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#log && this.#defaultLevel !== undefined) this.#log.level = this.#defaultLevel;
    this.#defaultLevel = undefined;
  }
}

/** The logger if its level can be changed; otherwise undefined. */
export const levelled = (log: object): Levelled | undefined =>
  'level' in log && typeof log.level === 'string' ? (log as Levelled) : undefined;
