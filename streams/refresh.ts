/** Everything reloaded in the background: one look at once, then one after each pause; a look that failed is repeated sooner. */
import { catchError, defer, EMPTY, from, map, merge, type Observable, of, repeat, type Subscription, tap, timer } from 'rxjs';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';
import type { Metrics } from '#src/outside/metrics.ts';
import type { Refresher } from '#src/stores/refreshers.ts';
import { clockScheduler } from './clock-scheduler.ts';

export interface Refreshed {
  readonly name: string;
  /** ms the look took. */
  readonly ms: number;
  /** Undefined: it succeeded. */
  readonly cause: unknown;
}

/** ms after a first failure; each further one in a row doubles it, up to the usual pause or a minute. */
const RETRY_MS = 500;
const MOST_RETRY_MS = 60_000;

/** How each look went, one after the other; ends only where one success is enough. Unsubscribing stops the looking. */
export function refreshing({ name, everyMs, look }: Refresher, clock: Clock): Observable<Refreshed> {
  let failures = 0;
  const scheduler = clockScheduler(clock);
  const pause = (): Observable<unknown> => {
    if (failures === 0) return everyMs > 0 ? timer(everyMs, scheduler) : EMPTY;
    const most = everyMs > 0 ? Math.min(everyMs, MOST_RETRY_MS) : MOST_RETRY_MS;
    return timer(Math.min(RETRY_MS * 2 ** (failures - 1), most), scheduler);
  };
  return defer(() => {
    const begun = clock.micros();
    const done = (cause: unknown): Refreshed => ({ name, ms: (clock.micros() - begun) / 1000, cause });
    return from(look()).pipe(
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

/** Looks after all of them until stopped; resolves when each has had its first look, well or not. */
export function startRefreshing(refreshers: readonly Refresher[], { clock, log, metrics }: RefreshEnv): Promise<Subscription> {
  return new Promise((resolve) => {
    const waiting = new Set(refreshers.map(({ name }) => name));
    const failing = new Set<string>();
    const note = ({ name, cause }: Refreshed): void => {
      const result = cause === undefined ? 'ok' : 'failed';
      metrics.counter('refreshes', 'Looks for changes of what is reloaded in the background.', { name, result }).add();
      if (cause !== undefined && !failing.has(name)) log.error({ err: cause, name }, 'what is reloaded in the background cannot be read');
      else if (cause === undefined && failing.has(name)) log.info({ name }, 'what is reloaded in the background is read again');
      if (cause === undefined) failing.delete(name);
      else failing.add(name);
      if (waiting.delete(name) && waiting.size === 0) resolve(subscription);
    };
    const subscription = merge(...refreshers.map((refresher) => refreshing(refresher, clock))).subscribe(note);
    if (waiting.size === 0) resolve(subscription);
  });
}
