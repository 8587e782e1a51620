/** Synchronizes caches of stored data with a bucket: everything at first, then objects whose stamp has changed since the last run. */
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

/** Max concurrent reads. */
const PARALLEL = 8;
const SUFFIX = '.json';

/** The background task that copies changed objects of a bucket into a cache every `everyMs`. */
export function s3Refresher({ name, bucket, folders, cache, everyMs, timeoutMs, lifetimeMs, now }: S3Refresh): Refresher {
  const seenIn = new Map<string, Map<string, Seen>>();
  // Entries that would expire before the next run are read again, changed or not.
  const goodForMs = lifetimeMs === 0 ? Number.POSITIVE_INFINITY : Math.max(0, lifetimeMs - 2 * everyMs);

  const refresh = async ({ folder, kinds }: RefreshedFolder): Promise<void> => {
    const prefix = folderPrefix(folder);
    const before = seenIn.get(folder) ?? new Map<string, Seen>();
    const begun = now();
    const listed = (await bucket.list(prefix, timeoutMs)).filter(
      ({ key }) => key.endsWith(SUFFIX) && key.length > prefix.length + SUFFIX.length,
    );
    const after = new Map<string, Seen>();
    const documents = new Map<string, string>();
    const idOf = (key: string): string => key.slice(prefix.length, -SUFFIX.length);
    await eachOf(listed, async ({ key, stamp }) => {
      const known = before.get(key);
      if (known?.stamp === stamp && begun - known.readAt < goodForMs) return void after.set(key, known);
      const text = await bucket.get(key, timeoutMs);
      // Deleted since it was listed.
      if (text === undefined) return;
      documents.set(idOf(key), text);
      after.set(key, { stamp, readAt: begun });
    });
    const removed = [...before.keys()].filter((key) => !after.has(key)).map(idOf);
    for (const kind of kinds) {
      if (documents.size > 0) cache.save(kind, documents);
      if (removed.length > 0) cache.drop(kind, removed);
    }
    seenIn.set(folder, after);
  };
  return {
    name,
    everyMs,
    async refresh() {
      for (const folder of folders) await refresh(folder);
    },
  };
}

/** Runs with limited concurrency; rejects with the first failure, and starts nothing more then. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of left) {
      if (failures.length > 0) return;
      await work(item).catch((cause: unknown) => failures.push(cause));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  if (failures.length > 0) throw failures[0];
}
