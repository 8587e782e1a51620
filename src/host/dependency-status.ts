/** Health of external services, checked in the background and reported at `/status`. */
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';

/** One service with a health check. */
export interface Probe {
  readonly name: string;
  readonly everyMs: number;
  /** Rejects if it is unavailable. */
  probe(): Promise<unknown>;
}

export interface DependencyStatus {
  readonly status: 'UP' | 'DOWN';
  /** Time of the check, ISO 8601 in UTC. */
  readonly last_updated: string;
}

/** Timeout of a check in ms. */
const MAX_MS = 5000;

/** Checks never fail: their result is the status. */
export class DependencyStatuses {
  /** The checks, each with its own interval. */
  readonly refreshers: readonly { readonly name: string; readonly everyMs: number; refresh(): Promise<void> }[];
  readonly #found = new Map<string, DependencyStatus | null>();

  constructor(probes: readonly Probe[], clock: Pick<Clock, 'now' | 'after'>) {
    for (const { name } of probes) this.#found.set(name, null);
    this.refreshers = probes.map(({ name, everyMs, probe }) => ({
      name: `status of ${name}`,
      everyMs,
      refresh: async () => {
        const status = (await responds(probe, clock)) ? 'UP' : 'DOWN';
        this.#found.set(name, { status, last_updated: new Date(clock.now()).toISOString() });
      },
    }));
  }

  /** By name; null: not checked yet. */
  get all(): { readonly [name: string]: DependencyStatus | null } {
    return Object.fromEntries(this.#found);
  }
}

const responds = (probe: () => Promise<unknown>, clock: Pick<Clock, 'after'>): Promise<boolean> =>
  withTimeout(probe(), MAX_MS, clock).then(
    () => true,
    () => false,
  );
