/** Background refreshes: one run at once, then one after each pause; a failed run is repeated sooner. */
import { catchError, defer, EMPTY, from, map, merge, type Observable, of, repeat, type Subscription, tap, timer } from 'rxjs';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import type { Refresher } from '#src/stores/refreshers.ts';
import { clockScheduler } from './clock-scheduler.ts';

export interface Refreshed {
  readonly name: string;
  /** Duration of the run, ms. */
  readonly ms: number;
  /** Undefined: it succeeded. */
  readonly cause: unknown;
}

/** ms after a first failure; doubles with each consecutive one, up to the regular pause or a minute. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;

/** The results of each run in sequence; ends only if one success is enough. Unsubscribing stops the runs. */
export function refreshing({ name, everyMs, refresh }: Refresher, clock: Clock): Observable<Refreshed> {
  let failures = 0;
  const scheduler = clockScheduler(clock);
  const pause = (): Observable<unknown> => {
    if (failures === 0) return everyMs > 0 ? timer(everyMs, scheduler) : EMPTY;
    const max = everyMs > 0 ? Math.min(everyMs, MAX_RETRY_MS) : MAX_RETRY_MS;
    return timer(Math.min(RETRY_MS * 2 ** (failures - 1), max), scheduler);
  };
  return defer(() => {
    const begun = clock.micros();
    const done = (cause: unknown): Refreshed => ({ name, ms: (clock.micros() - begun) / 1000, cause });
    return from(refresh()).pipe(
      map(() => done(undefined)),
      catchError((cause: unknown) => of(done(cause ?? new Error('failed')))),
    );
  }).pipe(
    tap(({ cause }) => {
      failures = cause === undefined ? 0 : failures + 1;
    }),
    repeat({ delay: pause }),
  );
}

export interface RefreshEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Runs all of them until stopped; resolves when each has completed its first run, successful or not. */
export function startRefreshing(refreshers: readonly Refresher[], { clock, log, metrics }: RefreshEnv): Promise<Subscription> {
  return new Promise((resolve) => {
    const waiting = new Set(refreshers.map(({ name }) => name));
    const failing = new Set<string>();
    const note = ({ name, cause }: Refreshed): void => {
      const result = cause === undefined ? 'ok' : 'failed';
      metrics.counter('background_refreshes', 'Background refreshes by result.', { name, result }).add();
      if (cause !== undefined && !failing.has(name)) log.error({ failure: cause, name }, 'background refresh failed');
      else if (cause === undefined && failing.has(name)) log.info({ name }, 'background refresh recovered');
      if (cause === undefined) failing.delete(name);
      else failing.add(name);
      if (waiting.delete(name) && waiting.size === 0) resolve(subscription);
    };
    const subscription = merge(...refreshers.map((refresher) => refreshing(refresher, clock))).subscribe(note);
    if (waiting.size === 0) resolve(subscription);
  });
}
