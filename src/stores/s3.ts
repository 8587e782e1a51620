/** Stored data in a bucket: `<folder>/<id>.json` each (events-cache-stored.md section 15). */
import type { Found } from '#src/auction/services.ts';
import type { S3Options } from '#src/config/sections/store-parts.ts';
import { LATE } from '#src/outside/ask.ts';
import { Guard, type GuardEnv } from './guard.ts';
import { keyOf, type S3Bucket } from './s3-bucket.ts';
import { NOTHING, type Store, type StoreKind } from './store.ts';

export interface S3StoreOptions {
  readonly name: string;
  readonly bucket: Pick<S3Bucket, 'get'>;
  readonly folders: S3Folders;
  /** Kinds that this section keeps. */
  readonly kinds: readonly StoreKind[];
}

/** Folder of each kind a bucket may keep. */
export type S3Folders = { readonly [kind in StoreKind]?: string };

export const foldersIn = ({
  stored_requests_dir: request,
  stored_imps_dir: imp,
  stored_responses_dir: response,
  accounts_dir: account,
}: S3Options): S3Folders => ({ request, amp: request, video: request, imp, response, account });

/** Asks for one object an id, all at once. Callers hear that something went wrong, the log what. */
export function createS3Store({ name, bucket, folders, kinds }: S3StoreOptions, env: GuardEnv): Store {
  const guard = new Guard(`${name}.s3`, env);
  return {
    async fetch(kind, ids, timeoutMs, _accountId, scope) {
      const folder = folders[kind];
      if (folder === undefined || !kinds.includes(kind)) return NOTHING;
      const texts = new Map<string, string>();
      const keys = ids.flatMap((id) => {
        const key = keyOf(folder, id);
        return key === undefined ? [] : [{ id, key }];
      });
      if (keys.length === 0) return NOTHING;
      const read = async ({ id, key }: { id: string; key: string }): Promise<void> => {
        const text = await bucket.get(key, timeoutMs);
        if (text !== undefined) texts.set(id, text);
      };
      // Its own end comes first: the guard's is there for what never ends.
      const result = await guard.run(() => Promise.all(keys.map(read)), timeoutMs + 1, { scope });
      if (result.kind === 'answer') return { texts, errors: [] } satisfies Found;
      const timedOut = result.failure === 'late' || result.cause.message === LATE;
      const why = timedOut ? LATE : 'the bucket cannot be read';
      // What came in time is good, whatever became of the rest.
      return { texts: new Map(texts), errors: [`Stored ${kind} data cannot be read: ${why}`], timedOut };
    },
  };
}
