/** An external cache service. */
export interface CacheServiceDialect {
  /** The message for a missing response, after that many ms, for that many items and bytes. */
  unsent(failure: { readonly message: string; readonly timedOut: boolean }, ms: number, items: number, bytes: number): string;
  /** The message for a status other than 200. */
  status(uri: string, status: number, body: string): string;
  /** The message for an unreadable body. */
  unread(why: string, body: string): string;
  /** The message for an invalid id; undefined: no error. */
  badValue(index: number, found: unknown, body: string): string;
  /** The message for a mismatch between ids and puts; undefined: no error. */
  miscounted(ids: number, puts: number): string | undefined;
  /** Puts include their auction's id. */
  readonly namesAuction: boolean;
}
