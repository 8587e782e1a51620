/** A store around a store that has to ask somebody: keeps what was found, and for a while what was not. */
import { LRUCache } from 'lru-cache';
import type { Found } from '#src/auction/services.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Store, StoreKind } from './store.ts';

export interface CacheLimits {
  /** Bytes of text kept a kind; 0: no limit. */
  readonly maxBytes: { readonly [kind in StoreKind]?: number };
  /** How long a text is good; 0: until it is pushed out or dropped. */
  readonly ttlSeconds: number;
  /** How long an id that was not found is not asked for again; 0: asked every time. */
  readonly negativeTtlSeconds: number;
  /** What is stored belongs to accounts: the same id may be another text for another account. */
  readonly byAccount?: boolean;
}

export interface CachedStore extends Store {
  /** Puts texts in place of what is kept (updates pushed by whoever owns the data). */
  save(kind: StoreKind, texts: ReadonlyMap<string, string>): void;
  /** Forgets texts; without ids all of the kind. */
  drop(kind: StoreKind, ids?: readonly string[]): void;
}

/** Entries a cache without a byte limit may have, so that ids made up by callers cannot fill the memory. */
const MAX_ENTRIES = 100_000;

type Entry = { readonly text: string | undefined };

export function createCachedStore(inner: Store, limits: CacheLimits, clock: Clock): CachedStore {
  const caches = new Map<StoreKind, LRUCache<string, Entry>>();
  const perf = { now: () => clock.now() };
  const cacheOf = (kind: StoreKind): LRUCache<string, Entry> => {
    let cache = caches.get(kind);
    if (!cache) {
      const maxSize = limits.maxBytes[kind] ?? 0;
      const size = maxSize > 0 ? { maxSize, sizeCalculation: ({ text }: Entry, key: string) => (text?.length ?? 0) + key.length + 1 } : {};
      cache = new LRUCache({ max: MAX_ENTRIES, ...size, ttl: limits.ttlSeconds * 1000, ttlResolution: 0, perf });
      caches.set(kind, cache);
    }
    return cache;
  };
  const keyOf = (id: string, accountId?: string): string => (limits.byAccount ? `${accountId ?? ''}\n${id}` : id);

  const keep = (kind: StoreKind, asked: readonly string[], found: Found, accountId?: string): void => {
    const cache = cacheOf(kind);
    for (const id of asked) {
      const text = found.texts.get(id);
      if (text !== undefined) cache.set(keyOf(id, accountId), { text });
      // Where something went wrong nobody knows whether it is there.
      else if (limits.negativeTtlSeconds > 0 && found.errors.length === 0) {
        cache.set(keyOf(id, accountId), { text: undefined }, { ttl: limits.negativeTtlSeconds * 1000 });
      }
    }
  };

  return {
    fetch(kind, ids, timeoutMs, accountId) {
      const cache = cacheOf(kind);
      const texts = new Map<string, string>();
      const missing: string[] = [];
      for (const id of ids) {
        const entry = cache.get(keyOf(id, accountId));
        if (!entry) missing.push(id);
        else if (entry.text !== undefined) texts.set(id, entry.text);
      }
      if (missing.length === 0) return { texts, errors: [] };
      const join = (found: Found): Found => {
        keep(kind, missing, found, accountId);
        return texts.size === 0 ? found : { texts: new Map([...texts, ...found.texts]), errors: found.errors };
      };
      const found = inner.fetch(kind, missing, timeoutMs, accountId);
      return found instanceof Promise ? found.then(join) : join(found);
    },
    ...(inner.categories ? { categories: inner.categories.bind(inner) } : {}),
    save(kind, texts) {
      for (const [id, text] of texts) cacheOf(kind).set(keyOf(id), { text });
    },
    drop(kind, ids) {
      if (ids) for (const id of ids) cacheOf(kind).delete(keyOf(id));
      else cacheOf(kind).clear();
    },
    close: () => inner.close?.(),
  };
}
