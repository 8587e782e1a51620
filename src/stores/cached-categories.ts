/**
 * Category files of a store behind a memory cache. Concurrent look-ups of one file share a fetch. An expired file is still served while the
 * store fails; a failure does not make a file missing.
 */
import type { Abortable } from '#src/lang/abort-scope.ts';
import { AbortScope } from '#src/lang/abort-scope.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import { type DocumentCache, STALE_WAIT } from './document-cache.ts';
import { SharedFetch } from './shared-fetch.ts';
import type { CategoryFile, Store } from './store.ts';

export class CachedCategories {
  readonly #fetch: NonNullable<Store['categories']>;
  readonly #cache: DocumentCache;
  /** Fetches in flight, by key. */
  readonly #fetching = new Map<string, SharedFetch<CategoryFile>>();

  constructor(fetch: NonNullable<Store['categories']>, cache: DocumentCache) {
    this.#fetch = fetch;
    this.#cache = cache;
  }

  find(adServer: string, publisher: string, timeoutMs: number, waiter?: Abortable): MaybeLater<CategoryFile> {
    const key = `${adServer}\n${publisher}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    let fetching = this.#fetching.get(key);
    if (!fetching) {
      const scope = new AbortScope();
      const hasStale = this.#cache.getStale(key) !== undefined;
      const file = this.#fetch(adServer, publisher, hasStale ? timeoutMs * STALE_WAIT : timeoutMs, scope);
      if (!(file instanceof Promise)) return this.#store(key, file);
      fetching = new SharedFetch(this.#stored(key, file), scope);
      this.#fetching.set(key, fetching);
    }
    fetching.join(waiter);
    return fetching.found;
  }

  async #stored(key: string, file: Promise<CategoryFile>): Promise<CategoryFile> {
    try {
      return this.#store(key, await file);
    } catch {
      return this.#store(key, undefined);
    } finally {
      this.#fetching.delete(key);
    }
  }

  #store(key: string, file: CategoryFile): CategoryFile {
    if (file === undefined) return this.#cache.getStale(key);
    if (file === null) this.#cache.setMissing(key);
    else this.#cache.set(key, file);
    return file;
  }
}
