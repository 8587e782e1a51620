/** Whether the services a host leans on are there, looked at in the background and told at `/status` (info-admin-analytics.md section 2). */
import { withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from './clock.ts';

/** One service that can be asked. */
export interface Probe {
  readonly name: string;
  readonly everyMs: number;
  /** Rejects where it is not there. */
  ask(): Promise<unknown>;
}

export interface PartStatus {
  readonly status: 'UP' | 'DOWN';
  /** Time of the look, ISO 8601 in UTC. */
  readonly last_updated: string;
}

/** ms after which a service that does not answer counts as down. */
const MOST_MS = 5000;

/** Looks never fail: what they find is the status. */
export class PartStatuses {
  /** What looks, each at its own pace. */
  readonly looks: readonly { readonly name: string; readonly everyMs: number; look(): Promise<void> }[];
  readonly #found = new Map<string, PartStatus | null>();

  constructor(probes: readonly Probe[], clock: Pick<Clock, 'now' | 'after'>) {
    for (const { name } of probes) this.#found.set(name, null);
    this.looks = probes.map(({ name, everyMs, ask }) => ({
      name: `status of ${name}`,
      everyMs,
      look: async () => {
        const status = (await answers(ask, clock)) ? 'UP' : 'DOWN';
        this.#found.set(name, { status, last_updated: new Date(clock.now()).toISOString() });
      },
    }));
  }

  /** By name; null: not looked at yet. */
  get all(): { readonly [name: string]: PartStatus | null } {
    return Object.fromEntries(this.#found);
  }
}

const answers = (ask: () => Promise<unknown>, clock: Pick<Clock, 'after'>): Promise<boolean> =>
  withTimeout(ask(), MOST_MS, clock).then(
    () => true,
    () => false,
  );
