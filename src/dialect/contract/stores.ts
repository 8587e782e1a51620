import type { StoredKind } from '#src/auction/stored-data.ts';
import type { StoreKind } from '#src/stores/store.ts';

/** The store that is queried last for a kind of data. */
export type LastStore = 'folder' | 'database' | 'service';

/** Stores of requests, imps, responses and accounts. */
export interface StoresDialect {
  /** The messages for ids that no store has. @param isNone no other id was found */
  notFound(kind: StoredKind, ids: readonly string[], last: LastStore, isNone: boolean): string[];
  /** Ids count as missing if a database rejects the query. */
  readonly hidesRejectedQueries: boolean;
  /** The error of an HTTP status other than 200. */
  httpStatus(status: number): string;
  /** The message for an unreadable service, except for accounts. */
  httpFailed(kind: StoreKind, ids: readonly string[], why: string): string;
}
