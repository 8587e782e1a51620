/** Stored data in a bucket: one `<folder>/<id>.json` each. */
import type { Found } from '#src/auction/stored-data.ts';
import type { S3Options } from '#src/config/sections/store-parts.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';
import { Guard, type GuardEnv } from './circuit-breaker.ts';
import { keyOf, type S3Bucket } from './s3-bucket.ts';
import { NONE, type Store, type StoreKind } from './store.ts';

export interface S3StoreOptions {
  readonly name: string;
  readonly bucket: Pick<S3Bucket, 'get'>;
  readonly folders: S3Folders;
  /** Kinds of this section. */
  readonly kinds: readonly StoreKind[];
}

/** Folder of each kind in a bucket. */
export type S3Folders = { readonly [kind in StoreKind]?: string };

/** The folders in the settings of a bucket. */
export const foldersIn = ({
  stored_requests_dir: request,
  stored_imps_dir: imp,
  stored_responses_dir: response,
  accounts_dir: account,
}: S3Options): S3Folders => ({ request, amp: request, video: request, imp, response, account });

/** Fetches one object per id, concurrently. Callers receive a generic error, the log has the details. */
export function createS3Store({ name, bucket, folders, kinds }: S3StoreOptions, env: GuardEnv): Store {
  const guard = new Guard(`${name}.s3`, env);
  return {
    async fetch(kind, ids, timeoutMs, _accountId, scope) {
      const folder = folders[kind];
      if (folder === undefined || !kinds.includes(kind)) return NONE;
      const documents = new Map<string, string>();
      const keys = ids.flatMap((id) => {
        const key = keyOf(folder, id);
        return key === undefined ? [] : [{ id, key }];
      });
      if (keys.length === 0) return NONE;
      const read = async ({ id, key }: { id: string; key: string }): Promise<void> => {
        const text = await bucket.get(key, timeoutMs);
        if (text !== undefined) documents.set(id, text);
      };
      // The call's own timeout comes first: the guard's is a safety net.
      const result = await guard.run(() => Promise.all(keys.map(read)), timeoutMs + 1, { scope });
      if (result.kind === 'response') return { documents, errors: [] } satisfies Found;
      const timedOut = result.failure === 'timeout';
      const why = timedOut ? DEADLINE_EXCEEDED : 'the bucket is unreadable';
      // Results in time are used, whatever happened to the rest.
      return { documents: new Map(documents), errors: [`Stored ${kind} data is unavailable: ${why}`], timedOut, unavailable: true };
    },
  };
}
