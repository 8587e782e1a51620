/** The contract of whatever keeps stored data: files, memory, a database, an HTTP service, or a cache around one of them. */
import type { Abortable, Found, MaybeLater, StoredKind } from '#src/auction/services.ts';

export type StoreKind = StoredKind | 'account';

export interface Store {
  /**
   * Texts by id; ids that are not there are simply absent. `errors` are texts for the caller about everything else that
   * went wrong. Never throws, never rejects; whoever has to ask somebody keeps to `timeoutMs` and stops with `scope`.
   */
  fetch(kind: StoreKind, ids: readonly string[], timeoutMs: number, accountId?: string, scope?: Abortable): MaybeLater<Found>;
  /** Text of the category file of an ad server's publisher (empty publisher: of the ad server). */
  categories?(adServer: string, publisher: string, timeoutMs: number, scope?: Abortable): MaybeLater<string | undefined>;
  close?(): void;
}

export const NOTHING: Found = { texts: new Map(), errors: [] };
