/** The contract of stored data. */

import type { Abortable } from '#src/lang/abort-scope.ts';
import type { MaybeLater } from '#src/lang/later.ts';

/** Stored JSON by id; absent ids are not in the map. Errors are messages for the caller (a store never throws). */
export interface Found {
  readonly documents: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
  /** No failure: `errors` only name the ids that do not exist. */
  readonly missing?: boolean | undefined;
  /** The only failures: a database rejected the query. */
  readonly rejected?: boolean | undefined;
  /** Some ids are missing because a store did not respond in time. */
  readonly timedOut?: boolean | undefined;
  /** Some ids are missing because a store did not respond, in time or at all: callers may try again. */
  readonly unavailable?: boolean | undefined;
}

export type StoredKind = 'request' | 'imp' | 'response' | 'amp' | 'video' | 'profile';

/** Stored data behind one interface; `timeoutMs` limits the wait for remote stores, and `scope` cancels it. */
export interface StoredData {
  find(kind: StoredKind, ids: readonly string[], timeoutMs: number, accountId?: string, scope?: Abortable): MaybeLater<Found>;
  /** Translation of an IAB category for an ad server's publisher; undefined: no such file; null: no such category. */
  category(adServer: string, publisher: string, iabCategory: string, scope?: Abortable): MaybeLater<string | null | undefined>;
}
