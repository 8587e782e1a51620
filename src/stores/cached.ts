/**
 * A store around a store that has to ask somebody: keeps what was found, and for a while what was not. Asks once for what many
 * want at the same time. What is past its end still serves while the inner store fails.
 */
import { AbortScope } from '#src/auction/abort-scope.ts';
import type { Abortable, Found, MaybeLater } from '#src/auction/services.ts';
import { withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from '#src/outside/clock.ts';
import { SharedFetch } from './shared-fetch.ts';
import type { Store, StoreKind } from './store.ts';
import { TextCache } from './text-cache.ts';

export interface CacheLimits {
  /** Bytes of text kept a kind; 0: no limit. */
  readonly maxBytes: { readonly [kind in StoreKind]?: number };
  /** Texts kept a kind. */
  readonly maxEntries?: number;
  /** How long a text is good; 0: until it is pushed out or dropped. */
  readonly ttlSeconds: number;
  /** How long an id that was not found is not asked for again; 0: asked every time. */
  readonly negativeTtlSeconds: number;
  /** How long after its end a text serves while its store fails. */
  readonly staleSeconds?: number;
  /** What is stored belongs to accounts: the same id may be another text for another account. */
  readonly byAccount?: boolean;
}

/** What the cache tells of its work. */
export interface CacheWatch {
  looked(kind: StoreKind, hits: number, misses: number): void;
  /** So many texts past their end were given out. */
  stale(kind: StoreKind, count: number): void;
  /** ms taken off a lifetime. */
  shorten?(): number;
}

export interface CachedStore extends Store {
  /** Puts texts in place of what is kept (updates pushed by whoever owns the data). */
  save(kind: StoreKind, texts: ReadonlyMap<string, string>): void;
  /** Forgets texts; without ids all of the kind. */
  drop(kind: StoreKind, ids?: readonly string[]): void;
}

/** Entries a cache without a byte limit may have, so that ids made up by callers cannot fill the memory. */
const MAX_ENTRIES = 100_000;
const LATE = 'context deadline exceeded';

const nothingToTell: CacheWatch = { looked() {}, stale() {} };

export const createCachedStore = (inner: Store, limits: CacheLimits, clock: Clock, watch: CacheWatch = nothingToTell): CachedStore =>
  new Cached(inner, limits, clock, watch);

class Cached implements CachedStore {
  readonly #inner: Store;
  readonly #limits: CacheLimits;
  readonly #clock: Clock;
  readonly #watch: CacheWatch;
  readonly #caches = new Map<StoreKind | 'category', TextCache>();
  /** Ids being asked for, by kind and key. */
  readonly #asking = new Map<string, SharedFetch>();
  readonly categories?: NonNullable<Store['categories']>;

  constructor(inner: Store, limits: CacheLimits, clock: Clock, watch: CacheWatch) {
    this.#inner = inner;
    this.#limits = limits;
    this.#clock = clock;
    this.#watch = watch;
    const { categories } = inner;
    if (categories) {
      this.categories = (adServer, publisher, timeoutMs, scope) =>
        this.#category(`${adServer}\n${publisher}`, () => categories.call(inner, adServer, publisher, timeoutMs, scope));
    }
  }

  fetch(kind: StoreKind, ids: readonly string[], timeoutMs: number, accountId?: string, scope?: Abortable): MaybeLater<Found> {
    const texts = new Map<string, string>();
    const missing: string[] = [];
    for (const id of ids) {
      const text = this.#get(kind, id, accountId);
      if (text === undefined) missing.push(id);
      else if (text !== null) texts.set(id, text);
    }
    this.#watch.looked(kind, ids.length - missing.length, missing.length);
    if (missing.length === 0) return { texts, errors: [] };
    const found = this.#ask(kind, missing, timeoutMs, accountId, scope);
    const finish = (later: Found): Found => this.#join(kind, texts, missing, later, accountId);
    return found instanceof Promise ? found.then(finish) : finish(found);
  }

  save(kind: StoreKind, texts: ReadonlyMap<string, string>): void {
    const cache = this.#cache(kind);
    // What is pushed names no account: it takes the place of what single accounts had.
    if (this.#limits.byAccount) this.drop(kind, [...texts.keys()]);
    for (const [id, text] of texts) cache.set(this.#key(id), text);
  }

  drop(kind: StoreKind, ids?: readonly string[]): void {
    const cache = this.#cache(kind);
    if (!ids) cache.clear();
    else if (this.#limits.byAccount) {
      const ends = ids.map((id) => `\n${id}`);
      cache.drop((key) => ends.some((end) => key.endsWith(end)));
    } else for (const id of ids) cache.delete(id);
  }

  close(): void {
    this.#inner.close?.();
  }

  #cache(kind: StoreKind | 'category'): TextCache {
    let cache = this.#caches.get(kind);
    if (!cache) {
      const { maxBytes, maxEntries, ttlSeconds, negativeTtlSeconds, staleSeconds = 0 } = this.#limits;
      const limits = {
        maxBytes: kind === 'category' ? 0 : (maxBytes[kind] ?? 0),
        maxEntries: maxEntries || MAX_ENTRIES,
        ttlMs: ttlSeconds * 1000,
        negativeTtlMs: negativeTtlSeconds * 1000,
        staleMs: staleSeconds * 1000,
      };
      cache = new TextCache(limits, this.#clock, () => this.#watch.shorten?.() ?? 0);
      this.#caches.set(kind, cache);
    }
    return cache;
  }

  #key(id: string, accountId?: string): string {
    return this.#limits.byAccount ? `${accountId ?? ''}\n${id}` : id;
  }

  /** The account's own text, else the one that was pushed for all. */
  #get(kind: StoreKind, id: string, accountId: string | undefined): string | null | undefined {
    const cache = this.#cache(kind);
    const own = cache.get(this.#key(id, accountId));
    return own === undefined && this.#limits.byAccount && accountId ? (cache.get(this.#key(id)) ?? undefined) : own;
  }

  /** Asks for what nobody is asking for already, and waits for the rest with the others. */
  #ask(kind: StoreKind, ids: readonly string[], timeoutMs: number, accountId?: string, waiter?: Abortable): MaybeLater<Found> {
    const nameOf = (id: string): string => `${kind}\n${this.#key(id, accountId)}`;
    const shared = new Set<SharedFetch>();
    const own: string[] = [];
    for (const id of ids) {
      const asking = this.#asking.get(nameOf(id));
      if (asking) shared.add(asking);
      else own.push(id);
    }
    let here: Found | undefined;
    if (own.length > 0) {
      const scope = new AbortScope();
      const found = this.#inner.fetch(kind, own, timeoutMs, accountId, scope);
      if (found instanceof Promise) {
        const keep = (later: Found): Found => {
          for (const id of own) this.#asking.delete(nameOf(id));
          this.#keep(kind, own, later, accountId);
          return later;
        };
        const asking = new SharedFetch(found.then(keep), scope);
        for (const id of own) this.#asking.set(nameOf(id), asking);
        shared.add(asking);
      } else {
        this.#keep(kind, own, found, accountId);
        here = found;
      }
    }
    if (shared.size === 0) return here ?? { texts: new Map(), errors: [] };
    for (const asking of shared) asking.join(waiter);
    const all = [...[...shared].map(({ found }) => found), ...(here ? [Promise.resolve(here)] : [])];
    const [only] = all;
    if (only && all.length === 1 && own.length > 0) return only;
    // Others may have more time than we have.
    return withTimeout(Promise.all(all).then(merge), timeoutMs, this.#clock, late);
  }

  #keep(kind: StoreKind, ids: readonly string[], { texts, errors }: Found, accountId: string | undefined): void {
    const cache = this.#cache(kind);
    for (const id of ids) {
      const text = texts.get(id);
      if (text !== undefined) cache.set(this.#key(id, accountId), text);
      // Where something went wrong nobody knows whether it is there.
      else if (errors.length === 0) cache.setMissing(this.#key(id, accountId));
    }
  }

  #join(
    kind: StoreKind,
    texts: Map<string, string>,
    missing: readonly string[],
    { texts: found, errors, timedOut }: Found,
    accountId?: string,
  ): Found {
    let stale = 0;
    let left = 0;
    for (const id of missing) {
      const text = found.get(id);
      const old = text === undefined && errors.length > 0 ? this.#cache(kind).getStale(this.#key(id, accountId)) : undefined;
      if (text !== undefined) texts.set(id, text);
      else if (old === undefined) left++;
      else {
        texts.set(id, old);
        stale++;
      }
    }
    if (stale > 0) this.#watch.stale(kind, stale);
    return left === 0 ? { texts, errors: [] } : { texts, errors, timedOut };
  }

  #category(key: string, asked: () => MaybeLater<string | undefined>): MaybeLater<string | undefined> {
    const cache = this.#cache('category');
    const known = cache.get(key);
    if (known !== undefined) return known ?? undefined;
    const keep = (text: string | undefined): string | undefined => {
      if (text !== undefined) cache.set(key, text);
      else if (cache.getStale(key) === undefined) cache.setMissing(key);
      return text ?? cache.getStale(key);
    };
    const found = asked();
    return found instanceof Promise ? found.then(keep) : keep(found);
  }
}

const merge = (all: readonly Found[]): Found => ({
  texts: new Map(all.flatMap(({ texts }) => [...texts])),
  errors: [...new Set(all.flatMap(({ errors }) => errors))],
  timedOut: all.some(({ timedOut }) => timedOut),
});

const late = (): Found => ({ texts: new Map(), errors: [LATE], timedOut: true });
