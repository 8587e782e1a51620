/**
 * A memory cache around a remote store, with negative caching. Concurrent requests for the same id share one fetch. Expired data is still
 * served while the inner store fails.
 */

import type { Found } from '#src/auction/stored-data.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import { AbortScope } from '#src/lang/abort-scope.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import { CachedCategories } from './cached-categories.ts';
import { DocumentCache, STALE_WAIT } from './document-cache.ts';
import { broken, late, merge } from './fetched.ts';
import { SharedFetch } from './shared-fetch.ts';
import type { Store, StoreKind } from './store.ts';

export interface CacheLimits {
  /** Max bytes per kind; 0: no limit. */
  readonly maxBytes: { readonly [kind in StoreKind | 'category']?: number };
  /** Max entries per kind. */
  readonly maxEntries?: number;
  /** Lifetime of an entry; 0: until evicted or dropped. */
  readonly ttlSeconds: number;
  /** Seconds a missing id is not requested again; 0: requested every time. */
  readonly negativeTtlSeconds: number;
  /** Seconds after expiry during which an entry is served while its store fails. */
  readonly staleSeconds?: number;
  /** ms that a fetch has at least, if its caller has less: callers with more time share it. */
  readonly minFetchMs?: number | undefined;
  /** Stored data belongs to accounts: the same id may have different data for another account. */
  readonly byAccount?: boolean;
}

/** Callbacks of the cache for metrics. */
export interface CacheObserver {
  recordLookup(kind: StoreKind, hits: number, misses: number): void;
  /** Reports the number of expired entries served. */
  stale(kind: StoreKind, count: number): void;
  /** ms subtracted from a lifetime. */
  shorten?(): number;
}

export interface CachedStore extends Store {
  /** Replaces entries (updates pushed by the owner of the data): those of one account, or of all. */
  save(kind: StoreKind, documents: ReadonlyMap<string, string>, accountId?: string): void;
  /** Drops entries; without ids all of the kind. */
  drop(kind: StoreKind, ids?: readonly string[]): void;
}

/** Max entries of a cache without a byte limit, so that ids made up by callers cannot fill the memory. */
const MAX_ENTRIES = 100_000;

const noopObserver: CacheObserver = { recordLookup() {}, stale() {} };

/** A store behind a memory cache. @param observer receives hits, misses and stale reads */
export const createCachedStore = (source: Store, limits: CacheLimits, clock: Clock, observer: CacheObserver = noopObserver): CachedStore =>
  new Cached(source, limits, clock, observer);

class Cached implements CachedStore {
  readonly #source: Store;
  readonly #limits: CacheLimits;
  readonly #clock: Clock;
  readonly #observer: CacheObserver;
  readonly #caches = new Map<StoreKind | 'category', DocumentCache>();
  /** Fetches in flight, by kind and key. */
  readonly #fetching = new Map<string, SharedFetch>();
  readonly categories?: NonNullable<Store['categories']>;

  constructor(source: Store, limits: CacheLimits, clock: Clock, observer: CacheObserver) {
    this.#source = source;
    this.#limits = limits;
    this.#clock = clock;
    this.#observer = observer;
    const { categories } = source;
    if (categories) {
      const cached = new CachedCategories(categories.bind(source), this.#cache('category'));
      this.categories = (...query) => cached.find(...query);
    }
  }

  fetch(kind: StoreKind, ids: readonly string[], timeoutMs: number, accountId?: string, scope?: Abortable): MaybeLater<Found> {
    const documents = new Map<string, string>();
    const missing: string[] = [];
    for (const id of ids) {
      const text = this.#get(kind, id, accountId);
      if (text === undefined) missing.push(id);
      else if (text !== null) documents.set(id, text);
    }
    this.#observer.recordLookup(kind, ids.length - missing.length, missing.length);
    if (missing.length === 0) return { documents, errors: [] };
    const hasStale = missing.every((id) => this.#cache(kind).getStale(this.#key(id, accountId)) !== undefined);
    const found = this.#fetch(kind, missing, hasStale ? timeoutMs * STALE_WAIT : timeoutMs, accountId, scope);
    const finish = (later: Found): Found => this.#join(kind, documents, missing, later, accountId);
    return found instanceof Promise ? found.then(finish) : finish(found);
  }

  save(kind: StoreKind, documents: ReadonlyMap<string, string>, accountId = ''): void {
    const cache = this.#cache(kind);
    // Data without an account replaces the entries of all; that of one account may make the entry of none ambiguous.
    if (this.#limits.byAccount && accountId === '') this.drop(kind, [...documents.keys()]);
    for (const [id, text] of documents) {
      if (accountId !== '') cache.delete(this.#key(id));
      cache.set(this.#key(id, accountId), text);
    }
  }

  drop(kind: StoreKind, ids?: readonly string[]): void {
    const cache = this.#cache(kind);
    if (!ids) cache.clear();
    else if (this.#limits.byAccount) {
      const dropped = new Set(ids);
      cache.drop((key) => dropped.has(key.slice(key.lastIndexOf('\n') + 1)));
    } else for (const id of ids) cache.delete(id);
  }

  close(): void {
    this.#source.close?.();
  }

  #cache(kind: StoreKind | 'category'): DocumentCache {
    let cache = this.#caches.get(kind);
    if (!cache) {
      const { maxBytes, maxEntries, ttlSeconds, negativeTtlSeconds, staleSeconds = 0 } = this.#limits;
      const bytes = maxBytes[kind] ?? 0;
      const limits = {
        maxBytes: bytes,
        maxEntries: maxEntries || (bytes > 0 ? 0 : MAX_ENTRIES),
        ttlMs: ttlSeconds * 1000,
        negativeTtlMs: negativeTtlSeconds * 1000,
        staleMs: staleSeconds * 1000,
      };
      cache = new DocumentCache(limits, this.#clock, () => this.#observer.shorten?.() ?? 0);
      this.#caches.set(kind, cache);
    }
    return cache;
  }

  #key(id: string, accountId?: string): string {
    return this.#limits.byAccount ? `${accountId ?? ''}\n${id}` : id;
  }

  /** The name of a fetch in flight. */
  #nameOf(kind: StoreKind, id: string, accountId: string | undefined): string {
    return `${kind}\n${this.#key(id, accountId)}`;
  }

  /** The account's own entry, else the one pushed for all. */
  #get(kind: StoreKind, id: string, accountId: string | undefined): string | null | undefined {
    const cache = this.#cache(kind);
    const own = cache.get(this.#key(id, accountId));
    return own === undefined && this.#limits.byAccount && accountId ? (cache.get(this.#key(id)) ?? undefined) : own;
  }

  /** Fetches ids that are not in flight, and waits for the others' fetches. */
  #fetch(kind: StoreKind, ids: readonly string[], timeoutMs: number, accountId?: string, waiter?: Abortable): MaybeLater<Found> {
    const shared = new Set<SharedFetch>();
    const own: string[] = [];
    for (const id of ids) {
      const fetching = this.#fetching.get(this.#nameOf(kind, id, accountId));
      if (fetching) shared.add(fetching);
      else own.push(id);
    }
    const fetchMs = Math.max(timeoutMs, this.#limits.minFetchMs ?? 0);
    const fetched = own.length > 0 ? this.#fetchFromSource(kind, own, fetchMs, accountId) : undefined;
    if (fetched instanceof SharedFetch) shared.add(fetched);
    const here = fetched instanceof SharedFetch ? undefined : fetched;
    if (shared.size === 0) return here ?? { documents: new Map(), errors: [] };
    for (const fetching of shared) fetching.join(waiter);
    const all = [...[...shared].map(({ found }) => found), ...(here ? [Promise.resolve(here)] : [])];
    const [only] = all;
    if (only && all.length === 1 && own.length > 0 && fetchMs === timeoutMs) return only;
    // The fetch, or its other callers, may have more time.
    return withTimeout(Promise.all(all).then(merge), timeoutMs, this.#clock, late);
  }

  /** Fetches ids and caches the result. A fetch that takes time is shared with later callers meanwhile. */
  #fetchFromSource(kind: StoreKind, ids: readonly string[], timeoutMs: number, accountId: string | undefined): Found | SharedFetch {
    const scope = new AbortScope();
    const found = this.#source.fetch(kind, ids, timeoutMs, accountId, scope);
    if (!(found instanceof Promise)) return this.#store(kind, ids, found, accountId);
    const names = ids.map((id) => this.#nameOf(kind, id, accountId));
    const stored = found.catch(broken).then((later) => {
      for (const name of names) this.#fetching.delete(name);
      return this.#store(kind, ids, later, accountId);
    });
    const fetching = new SharedFetch(stored, scope);
    for (const name of names) this.#fetching.set(name, fetching);
    return fetching;
  }

  /** Caches what was found, and which ids are missing. @returns `found` */
  #store(kind: StoreKind, ids: readonly string[], found: Found, accountId: string | undefined): Found {
    const { documents, errors } = found;
    const cache = this.#cache(kind);
    for (const id of ids) {
      const json = documents.get(id);
      if (json !== undefined) cache.set(this.#key(id, accountId), json);
      // After an error an id is not known to be missing.
      else if (errors.length === 0) cache.setMissing(this.#key(id, accountId));
    }
    return found;
  }

  /** Adds what was found to `documents`; while the source fails, expired entries instead. */
  #join(
    kind: StoreKind,
    documents: Map<string, string>,
    missing: readonly string[],
    { documents: found, errors, rejected, timedOut, unavailable }: Found,
    accountId?: string,
  ): Found {
    let stale = 0;
    let left = 0;
    for (const id of missing) {
      const json = found.get(id);
      const old = json === undefined && errors.length > 0 ? this.#cache(kind).getStale(this.#key(id, accountId)) : undefined;
      if (json !== undefined) documents.set(id, json);
      else if (old === undefined) left++;
      else {
        documents.set(id, old);
        stale++;
      }
    }
    if (stale > 0) this.#observer.stale(kind, stale);
    return left === 0 ? { documents, errors: [] } : { documents, errors, rejected, timedOut, unavailable };
  }
}
