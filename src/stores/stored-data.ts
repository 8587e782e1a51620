/** The stores of a host behind the one interface the auction uses: queried in order, each for the ids still missing. */

import type { Found, StoredData, StoredKind } from '#src/auction/stored-data.ts';
import type { LastStore, StoresDialect } from '#src/dialect/contract/stores.ts';
import { isObject } from '#src/json/merge.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import { memo } from '#src/lang/memo.ts';
import { timeLeft } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import type { CategoryFile, Store, StoreKind } from './store.ts';

/** One look-up in the stores. */
export interface StoreQuery {
  readonly kind: StoreKind;
  readonly ids: readonly string[];
  /** Of all stores together, if there is a clock; otherwise of each. */
  readonly timeoutMs: number;
  readonly clock?: Pick<Clock, 'micros'> | undefined;
  readonly accountId?: string | undefined;
  readonly scope?: Abortable | undefined;
}

/** Queries the stores in order; waits only if one of them waits. Ids no store has are absent from the result. */
export function fetchFrom(stores: readonly Store[], query: StoreQuery): MaybeLater<Found> {
  const { kind, ids, timeoutMs, accountId, scope, clock } = query;
  const begunUs = clock?.micros() ?? 0;
  let found: Found = { documents: new Map(), errors: [] };
  for (let i = 0; i < stores.length; i++) {
    const missing = found.documents.size === 0 ? ids : ids.filter((id) => !found.documents.has(id));
    if (missing.length === 0) break;
    const next = stores[i]?.fetch(kind, missing, timeoutMs, accountId, scope);
    if (next instanceof Promise) {
      const before = found;
      const rest = stores.slice(i + 1);
      return next.then(async (later) => {
        const here = join(before, later);
        const left = ids.filter((id) => !here.documents.has(id));
        if (left.length === 0) return here;
        const leftMs = clock ? timeLeft(timeoutMs, begunUs, clock) : timeoutMs;
        return join(here, await fetchFrom(rest, { ...query, ids: left, timeoutMs: leftMs }));
      });
    }
    if (next) found = join(found, next);
  }
  return found;
}

/** The flag, if it applies to all errors of both. */
function shared(flag: 'missing' | 'rejected', first: Found, second: Found): boolean | undefined {
  const applies = (found: Found): boolean => found.errors.length === 0 || found[flag] === true;
  return applies(first) && applies(second) ? (first[flag] ?? second[flag]) : undefined;
}

function join(first: Found, second: Found): Found {
  if (first.documents.size === 0 && first.errors.length === 0) return second;
  return {
    documents: new Map([...first.documents, ...second.documents]),
    errors: [...first.errors, ...second.errors],
    missing: shared('missing', first, second),
    rejected: shared('rejected', first, second),
    timedOut: first.timedOut || second.timedOut,
    unavailable: first.unavailable || second.unavailable,
  };
}

export interface StoredDataOptions {
  /** Stores of each kind, in order of lookup. */
  readonly stores: (kind: StoredKind) => readonly Store[];
  /** The last of them; default: a folder. */
  readonly last?: ((kind: StoredKind) => LastStore) | undefined;
  readonly categories: readonly Store[];
  readonly dialect: Pick<StoresDialect, 'notFound' | 'hidesRejectedQueries'>;
  readonly metrics?: Metrics | undefined;
  /** Timeout of a category file, ms. */
  readonly categoryTimeoutMs?: number | undefined;
}

/** Ids missing everywhere are reported once, with the variant's message. */
export function createStoredData(options: StoredDataOptions): StoredData {
  const { stores, last, categories, dialect, categoryTimeoutMs = 50 } = options;
  const count = options.metrics && idCounter(options.metrics);
  const report = (kind: StoredKind, ids: readonly string[], found: Found): Found => {
    count?.(kind, 'found', found.documents.size);
    // Failures do not matter if another store had everything.
    if (found.documents.size === ids.length) return found.errors.length === 0 ? found : { documents: found.documents, errors: [] };
    // A failing store has reported its error; "not found" would be a guess.
    if (found.errors.length > 0 && !(found.rejected && dialect.hidesRejectedQueries)) return found;
    const absent = ids.filter((id) => !found.documents.has(id));
    count?.(kind, 'missing', absent.length);
    return {
      documents: found.documents,
      errors: dialect.notFound(kind, absent, last?.(kind) ?? 'folder', absent.length === ids.length),
      missing: true,
    };
  };
  return {
    find(kind, ids, timeoutMs, accountId, scope) {
      const found = fetchFrom(stores(kind), { kind, ids, timeoutMs, accountId, scope });
      return found instanceof Promise ? found.then((later) => report(kind, ids, later)) : report(kind, ids, found);
    },
    category: createCategories(categories, categoryTimeoutMs),
  };
}

const KINDS: readonly StoredKind[] = ['request', 'imp', 'response', 'amp', 'video', 'profile'];

/** Counts the ids of look-ups. */
function idCounter(metrics: Metrics): (kind: StoredKind, result: 'found' | 'missing', ids: number) => void {
  const counter = (kind: StoredKind, result: string): Counter =>
    metrics.counter('stored_data_ids', 'Ids of stored data that requests named.', { kind, result });
  const counters = Object.fromEntries(KINDS.map((kind) => [kind, { found: counter(kind, 'found'), missing: counter(kind, 'missing') }]));
  return (kind, result, ids) => counters[kind]?.[result].add(ids);
}

type Translation = ReadonlyMap<string, string>;

function createCategories(stores: readonly Store[], timeoutMs: number): StoredData['category'] {
  const idsOf = memo(translationOf);
  const translate = (files: readonly CategoryFile[], category: string): string | null | undefined => {
    const text = files.find((file) => typeof file === 'string');
    return text === undefined ? undefined : (idsOf(text).get(category) ?? null);
  };
  return (adServer, publisher, category, scope) => {
    const responses = stores.map((store) => store.categories?.(adServer, publisher, timeoutMs, scope));
    if (responses.some((response) => response instanceof Promise))
      return Promise.all(responses.map((response) => Promise.resolve(response))).then((files) => translate(files, category));
    return translate(responses as CategoryFile[], category);
  };
}

/** `{"IAB1-1": {"id": "404", "name": …}, …}` as ids by category; empty for any other format. */
function translationOf(json: string): Translation {
  const ids = new Map<string, string>();
  for (const [category, entry] of Object.entries(parseJsonObject(json) ?? {})) {
    if (isObject(entry) && typeof entry['id'] === 'string') ids.set(category, entry['id']);
  }
  return ids;
}
