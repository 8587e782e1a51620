/**
 * Synchronizes caches of stored data with a bucket: everything at first, then objects whose stamp has changed since the last run. A run
 * that fails keeps what it has read. An unreadable object delays no other one. Listings of compatible services may be incomplete while
 * objects are deleted, so an object absent from one is read once more before its entry is dropped.
 */
import { errorMessage, toError } from '#src/lang/error-message.ts';
import type { CachedStore } from './cached.ts';
import type { Refresher } from './refreshers.ts';
import { folderPrefix, type S3Bucket } from './s3-bucket.ts';
import type { StoreKind } from './store.ts';

/** A folder and the kinds of its data. */
export interface RefreshedFolder {
  readonly folder: string;
  readonly kinds: readonly StoreKind[];
}

export interface S3Refresh {
  readonly name: string;
  readonly bucket: Pick<S3Bucket, 'get' | 'list'>;
  readonly folders: readonly RefreshedFolder[];
  readonly cache: CachedStore;
  readonly everyMs: number;
  /** Timeout of a request, ms. */
  readonly timeoutMs: number;
  /** Min lifetime of a cached entry in ms; 0: unlimited. */
  readonly lifetimeMs: number;
  readonly now: () => number;
}

interface Seen {
  readonly stamp: string;
  /** Epoch ms. */
  readonly readAt: number;
}

interface Task extends RefreshedFolder {
  /** By key, as of the last run. */
  readonly seen: Map<string, Seen>;
}

/** Max concurrent reads. */
const PARALLEL = 8;
/** Failures without a success in between, after which a run stops: the bucket is unavailable, not only an object. */
const MAX_IN_A_ROW = 32;
const SUFFIX = '.json';
/** The stamp of an object that was not listed: the next listing with it has another one. */
const UNKNOWN = '';

/** The background task that copies changed objects of a bucket into a cache every `everyMs`. */
export function s3Refresher({ name, bucket, folders, cache, everyMs, timeoutMs, lifetimeMs, now }: S3Refresh): Refresher {
  // Two kinds may share a folder.
  const tasks = folders.map((folder) => ({ ...folder, seen: new Map<string, Seen>() }));
  // Entries that would expire before the next run are read again, changed or not.
  const goodForMs = lifetimeMs === 0 ? Number.POSITIVE_INFINITY : Math.max(0, lifetimeMs - 2 * everyMs);

  /** Returns the first failure of an object. */
  const refresh = async ({ folder, kinds, seen }: Task): Promise<Error | undefined> => {
    const prefix = folderPrefix(folder);
    const begun = now();
    const listed = (await bucket.list(prefix, timeoutMs)).filter(
      ({ key }) => key.endsWith(SUFFIX) && key.length > prefix.length + SUFFIX.length,
    );
    const present = new Set(listed.map(({ key }) => key));
    const absent = [...seen.keys()].filter((key) => !present.has(key)).map((key) => ({ key, stamp: UNKNOWN }));
    const changed = listed.filter(({ key, stamp }) => {
      const known = seen.get(key);
      return known?.stamp !== stamp || begun - known.readAt >= goodForMs;
    });
    const idOf = (key: string): string => key.slice(prefix.length, -SUFFIX.length);
    const documents = new Map<string, string>();
    const removed: string[] = [];
    const failure = await eachOf([...absent, ...changed], async ({ key, stamp }) => {
      const text = await bucket.get(key, timeoutMs).catch((cause: unknown) => {
        throw new Error(`${key}: ${errorMessage(cause)}`);
      });
      if (text === undefined) return void removed.push(key);
      documents.set(idOf(key), text);
      seen.set(key, { stamp, readAt: begun });
    });
    for (const kind of kinds) {
      if (documents.size > 0) cache.save(kind, documents);
      if (removed.length > 0) cache.drop(kind, removed.map(idOf));
    }
    for (const key of removed) seen.delete(key);
    return failure;
  };
  return {
    name,
    everyMs,
    async refresh() {
      const failures: (Error | undefined)[] = [];
      for (const task of tasks) failures.push(await refresh(task));
      const failure = failures.find((each) => each !== undefined);
      if (failure) throw failure;
    },
  };
}

/** Runs with limited concurrency, and stops after too many failures in a row. Returns the first failure. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<Error | undefined> {
  const left = items.values();
  let first: Error | undefined;
  let inARow = 0;
  const worker = async (): Promise<void> => {
    for (const item of left) {
      try {
        await work(item);
        inARow = 0;
      } catch (cause) {
        first ??= toError(cause);
        if (++inARow >= MAX_IN_A_ROW) return;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return first;
}
