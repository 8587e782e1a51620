/** The contract of the bid cache, whatever stores it. */
import type { Abortable } from '#src/lang/abort-scope.ts';
import type { MaybeLater } from '#src/lang/later.ts';

/** One item to store in the bid cache. */
export interface CachePut {
  readonly type: 'json' | 'xml';
  /** JSON: the object; XML: the string. */
  readonly value: unknown;
  readonly ttlSeconds?: number | undefined;
  readonly key?: string | undefined;
  /** Written by a caller, not by an auction. */
  readonly isPublic?: boolean | undefined;
  /** Its auction, for caches that use it. */
  readonly auctionId?: string | undefined;
  /** Number of its auction in this process, for events. */
  readonly auctionNumber?: number | undefined;
  /** Its account, for ids that contain it. */
  readonly accountId?: string | undefined;
}

/** The one call of a cache service, for debug output; without secrets. */
export interface CacheCall {
  readonly uri: string;
  readonly requestBody: string;
  readonly requestHeaders: { readonly [name: string]: string };
  /** 0: no response. */
  readonly status: number;
  readonly responseBody: string;
}

export interface CacheResult {
  readonly ids: readonly (string | undefined)[];
  readonly errors: readonly string[];
  /** Absent: no service was called. */
  readonly call?: CacheCall | undefined;
}

export interface BidCache {
  /** Ids in the order of `puts`; undefined for an item that was not stored. Errors name the cause; never rejects. */
  put(puts: readonly CachePut[], timeoutMs: number, scope?: Abortable): MaybeLater<CacheResult>;
  /** Address for clients; empty parts if there is no public address. */
  readonly address: { readonly scheme: string; readonly host: string; readonly path: string };
}
