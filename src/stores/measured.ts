/** Metrics of stores and their caches. */

import type { Found } from '#src/auction/stored-data.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import { memo } from '#src/lang/memo.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import type { CacheObserver } from './cached.ts';
import type { Refresher } from './refreshers.ts';
import type { CategoryFile, Store, StoreKind } from './store.ts';

/** Name of a kind in the families of fetches. */
const FETCHED: { readonly [kind in StoreKind]: string } = {
  request: 'request',
  imp: 'request',
  profile: 'request',
  amp: 'amp',
  video: 'video',
  response: 'response',
  account: 'account',
};

/** Families of cache results by kind. */
const CACHED: { readonly [kind in StoreKind]: string } = {
  request: 'stored_request',
  amp: 'stored_request',
  video: 'stored_request',
  profile: 'stored_request',
  imp: 'stored_impressions',
  response: 'stored_response',
  account: 'account',
};

const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1];

/** What a fetch asks for: data as a whole, or its changes since the last fetch. */
type FetchType = 'all' | 'delta';

interface FetchMetrics {
  readonly seconds: { readonly [type in FetchType]: Histogram };
  /** The store did not respond, or not in time. */
  readonly unreachable: Counter;
  /** Any other failure. */
  readonly otherError: Counter;
}

/** @param name of the kind in the families of fetches */
function fetchMetrics(metrics: Metrics, name: string): FetchMetrics {
  const seconds = (stored_data_fetch_type: FetchType): Histogram =>
    metrics.histogram(`stored_${name}_fetch_time_seconds`, 'Fetches of stored data.', BUCKETS, { stored_data_fetch_type });
  const error = (stored_data_error: 'network' | 'undefined'): Counter =>
    metrics.counter(`stored_${name}_errors`, 'Fetches of stored data that failed.', { stored_data_error });
  return { seconds: { all: seconds('all'), delta: seconds('delta') }, unreachable: error('network'), otherError: error('undefined') };
}

/** Creates the series of a section before its first fetch. @param kinds of the section; none: categories */
export function nameFetches(metrics: Metrics, kinds: readonly StoreKind[]): void {
  for (const name of kinds.length === 0 ? ['category'] : kinds.map((kind) => FETCHED[kind])) fetchMetrics(metrics, name);
}

/** The background task with duration and failures of every run recorded: after the first success it fetches changes. */
export function measuredRefresher(task: Refresher, kind: StoreKind, metrics: Metrics, clock: Clock): Refresher {
  const { seconds, unreachable, otherError } = fetchMetrics(metrics, FETCHED[kind]);
  let type: FetchType = 'all';
  return {
    ...task,
    async refresh() {
      const begun = clock.micros();
      const observe = (): void => seconds[type].observe((clock.micros() - begun) / 1e6);
      try {
        await task.refresh();
      } catch (cause) {
        (cause instanceof SyntaxError ? otherError : unreachable).add();
        observe();
        throw cause;
      }
      observe();
      type = 'delta';
    },
  };
}

/** The store with duration and failures of every fetch recorded. */
export function measured(store: Store, metrics: Metrics, clock: Clock): Store {
  const metricsOf = memo((name: string) => fetchMetrics(metrics, name));
  const note = <T>(name: string, begun: number, result: T, failure?: Pick<Found, 'timedOut' | 'unavailable'>): T => {
    const { seconds, unreachable, otherError } = metricsOf(name);
    seconds.all.observe((clock.micros() - begun) / 1e6);
    if (failure) (failure.unavailable || failure.timedOut ? unreachable : otherError).add();
    return result;
  };
  const { categories } = store;
  return {
    fetch(kind, ids, timeoutMs, accountId, scope) {
      const begun = clock.micros();
      const found = store.fetch(kind, ids, timeoutMs, accountId, scope);
      const done = (later: Found): Found => note(FETCHED[kind], begun, later, later.errors.length > 0 ? later : undefined);
      return found instanceof Promise ? found.then(done) : done(found);
    },
    ...(categories
      ? {
          categories(adServer: string, publisher: string, timeoutMs: number, scope?: Abortable) {
            const begun = clock.micros();
            const text = categories.call(store, adServer, publisher, timeoutMs, scope);
            const done = (later: CategoryFile): CategoryFile => note('category', begun, later, later === undefined ? {} : undefined);
            return text instanceof Promise ? text.then(done) : done(text);
          },
        }
      : {}),
    close: () => store.close?.(),
  };
}

/** Hits, misses and expired entries served. @param kinds kinds whose series exist before the first lookup */
export function observeCache(metrics: Metrics, kinds: readonly StoreKind[] = []): Pick<CacheObserver, 'recordLookup' | 'stale'> {
  const results = memo((name: string): { readonly hit: Counter; readonly miss: Counter } => {
    const counter = (result: string): Counter =>
      metrics.counter(`${name}_cache_performance`, 'Lookups of stored data in memory.', { cache_result: result });
    return { hit: counter('hit'), miss: counter('miss') };
  });
  for (const kind of kinds) results(CACHED[kind]);
  const stale = memo((kind: StoreKind) =>
    metrics.counter('stored_data_stale_hits', 'Stale stored data served after a store failure.', { kind }),
  );
  return {
    recordLookup(kind, hits, misses) {
      const { hit, miss } = results(CACHED[kind]);
      if (hits > 0) hit.add(hits);
      if (misses > 0) miss.add(misses);
    },
    stale: (kind, count) => stale(kind).add(count),
  };
}
