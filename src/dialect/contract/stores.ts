import type { StoredKind } from '#src/auction/stored-data.ts';
import type { StoreKind } from '#src/stores/store.ts';

/** Stores of requests, imps, responses and accounts. */
export interface StoresDialect {
  /** The message for an id that no store has. */
  notFound(kind: StoredKind, id: string): string;
  /** The error of an HTTP status other than 200. */
  httpStatus(status: number): string;
  /** The message for an unreadable service, except for accounts. */
  httpFailed(kind: StoreKind, ids: readonly string[], why: string): string;
}
