/** The contract of stored data stores: files, memory, a database, an HTTP service, or a cache around one of them. */

import type { Found, StoredKind } from '#src/auction/stored-data.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import type { MaybeLater } from '#src/lang/later.ts';

export type StoreKind = StoredKind | 'account';

/** A category file; null: the store does not have it; undefined: that is not known, as the store failed. */
export type CategoryFile = string | null | undefined;

export interface Store {
  /**
   * JSON by id; missing ids are absent. `errors` are messages for the caller about any other failure. Never throws or rejects; remote
   * stores respect `timeoutMs` and `scope`.
   */
  fetch(kind: StoreKind, ids: readonly string[], timeoutMs: number, accountId?: string, scope?: Abortable): MaybeLater<Found>;
  /** Content of the category file of an ad server's publisher (empty publisher: of the ad server). */
  categories?(adServer: string, publisher: string, timeoutMs: number, scope?: Abortable): MaybeLater<CategoryFile>;
  close?(): void;
}

export const NONE: Found = { documents: new Map(), errors: [] };
