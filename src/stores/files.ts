/** Stored data in folders: one `<id>.json` each, loaded at startup, reloaded when a file changes. No other service is needed. */
import { join } from 'node:path';
import type { Found } from '#src/auction/stored-data.ts';
import { malformedJson } from '#src/json/malformed.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { NONE, type Store, type StoreKind } from './store.ts';
import { WatchedFolder } from './watched-folder.ts';

const NO_RESPONSES: Found = { documents: new Map(), errors: ['no "stored_responses" directory found'], missing: true };

/** Folder names below `directorypath`. */
export const FOLDER_NAMES: { readonly [kind in StoreKind]: string } = {
  request: 'stored_requests',
  amp: 'stored_requests',
  video: 'stored_requests',
  imp: 'stored_imps',
  response: 'stored_responses',
  profile: 'profiles',
  account: 'accounts',
};

export interface FileStoreOptions {
  /** Folder of each kind stored in files. */
  readonly folders: { readonly [kind in StoreKind]?: string };
  /** Folder of `<adserver>/<adserver>[_<publisher>].json`, or of those files themselves. */
  readonly categories?: string;
  readonly watch: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** All kinds below one directory, in the Go variant's layout. */
export const foldersBelow = (directory: string, kinds: readonly StoreKind[]): FileStoreOptions['folders'] =>
  Object.fromEntries(kinds.map((kind) => [kind, join(directory, FOLDER_NAMES[kind])]));

const jsonId = (name: string): string | undefined => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : undefined);

/** Loads all folders once and observes them until `close`. */
export async function createFileStore(options: FileStoreOptions): Promise<Store & { close(): void }> {
  const { watch, clock, log } = options;
  const open = (path: string): Promise<WatchedFolder> =>
    WatchedFolder.open({ path, idOf: jsonId, malformed: malformedJson, watch, clock, log });
  const byPath = new Map<string, Promise<WatchedFolder>>();
  const shared = (path: string): Promise<WatchedFolder> => {
    const folder = byPath.get(path) ?? open(path);
    byPath.set(path, folder);
    return folder;
  };
  const folders = new Map<StoreKind, WatchedFolder>();
  for (const [kind, path] of Object.entries(options.folders)) folders.set(kind as StoreKind, await shared(path));
  const categories = options.categories === undefined ? undefined : await shared(options.categories);
  return {
    fetch(kind, ids, _timeoutMs, accountId) {
      const folder = folders.get(kind);
      if (!folder) return NONE;
      if (kind === 'response' && !folder.exists) return NO_RESPONSES;
      const documents = new Map<string, string>();
      for (const id of ids) {
        // Profiles may belong to one account: `<account>-<profile>.json`.
        const own = kind === 'profile' && accountId !== undefined ? folder.get(`${accountId}-${id}`) : undefined;
        const text = own ?? folder.get(id);
        if (text !== undefined) documents.set(id, text);
      }
      return { documents, errors: [] };
    },
    categories: (adServer, publisher) => categories?.get(publisher === '' ? adServer : `${adServer}_${publisher}`) ?? null,
    close() {
      for (const folder of byPath.values()) void folder.then((open) => open.close());
    },
  };
}
