/** The injectable services of the states. Every state's function receives them; tests pass their own. */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Dialect } from '#src/dialect/dialect.ts';
import type { HookRegistry } from '#src/modules/hook-registry.ts';
import type { Transport } from '#src/net/http.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import type { Random } from '#src/platform/random.ts';
import type { VendorLists } from '#src/privacy/vendor-list.ts';

/** Immediate if the value is in memory, a promise if another service must be called. */
export type MaybeLater<T> = T | Promise<T>;

/** Stored JSON by id; absent ids are not in the map. Errors are messages for the caller (a store never throws). */
export interface Found {
  readonly documents: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
  /** No failure: `errors` only name the ids that do not exist. */
  readonly missing?: boolean | undefined;
  /** Some ids are missing because a store did not respond in time. */
  readonly timedOut?: boolean | undefined;
}

/** A caller that may stop waiting: the signal is created on first read, so read it only if something is awaited. */
export interface Abortable {
  readonly signal: AbortSignal;
}

export type StoredKind = 'request' | 'imp' | 'response' | 'amp' | 'video' | 'profile';

/** Stored data behind one interface; `timeoutMs` limits the wait for remote stores, and `scope` cancels it. */
export interface StoredData {
  find(kind: StoredKind, ids: readonly string[], timeoutMs: number, accountId?: string, scope?: Abortable): MaybeLater<Found>;
  /** Translation of an IAB category for an ad server's publisher; undefined: no such file; null: no such category. */
  category(adServer: string, publisher: string, iabCategory: string, scope?: Abortable): MaybeLater<string | null | undefined>;
}

export type AccountLookup =
  | { readonly kind: 'found'; readonly account: Account }
  /** Not stored: the host's defaults with this id. */
  | { readonly kind: 'unknown'; readonly account: Account; readonly errors: readonly string[]; readonly timedOut?: boolean | undefined }
  | { readonly kind: 'malformed'; readonly part: 'config' | 'dsa' };

export interface AccountService {
  find(id: string, timeoutMs: number, scope?: Abortable): MaybeLater<AccountLookup>;
}

/** One item to store in the bid cache. */
export interface CachePut {
  readonly type: 'json' | 'xml';
  /** JSON: the object; XML: the string. */
  readonly value: unknown;
  readonly ttlSeconds?: number | undefined;
  readonly key?: string | undefined;
  /** Its auction, for caches that use it. */
  readonly auctionId?: string | undefined;
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

/** The host's currency rates as last fetched. */
export interface HostRates {
  /** base → target → rate; undefined: none (or stale: only equal currencies convert) */
  current(): { readonly [from: string]: { readonly [to: string]: number } } | undefined;
}

/** An account's settings for fetching floors, with all defaults applied. */
export type FloorsFetch = { readonly [K in keyof Account['price_floors']['fetch']]-?: NonNullable<Account['price_floors']['fetch'][K]> };

/** Floors fetched in the background by URL. Reading an unknown URL starts its fetch. */
export interface FloorsSource {
  ask(url: string, accountId: string, settings: FloorsFetch): FloorsLookup;
}

export interface FloorsLookup {
  readonly status: 'success' | 'error' | 'inprogress' | 'none' | 'timeout';
  /** The provider's `data` object, validated. */
  readonly data?: Ext | undefined;
}

export interface GeoLookup {
  find(ip: string): MaybeLater<{ country?: string; region?: string } | undefined>;
}

/** Response health of bidders; decides whether a bidder is called at all. */
export interface BidderHealth {
  /** Why this call must not be made now; undefined: allowed (the call then counts as in flight until `note` or `late`). */
  admit(bidder: string): string | undefined;
  /** A call ended: in time with a status below 500, or not; undefined: aborted for reasons unrelated to the bidder. */
  note(bidder: string, well: boolean | undefined): void;
  /** A response arrived after its auction had continued. */
  late(bidder: string): void;
}

/** Result of signing: the header to send, an error, or both. */
export interface Signed {
  readonly header?: string | undefined;
  readonly error?: string | undefined;
}

/** Signs requests so that recipients can verify the sender (ads.cert). */
export interface CallSigner {
  /** @param body as sent, before compression. Never throws or rejects. */
  sign(uri: string, body: string): MaybeLater<Signed>;
}

/** The destination of events; check `watched` before building one. */
export interface Bus {
  hasSubscribers(kind: string): boolean;
  publish(event: {
    readonly v: 1;
    readonly kind: 'auction' | 'transition' | 'bidder' | 'bid' | 'event' | 'sync' | 'cache' | 'admin';
    readonly at: number;
    readonly auction?: number | undefined;
    readonly request?: string | undefined;
    readonly account?: string | undefined;
    readonly bidder?: string | undefined;
    readonly data: object;
  }): void;
}

export interface Services {
  readonly config: HostConfig;
  /** Everything that depends on the variant in messages, arithmetic and order. */
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bidders: BidderRegistry;
  readonly accounts: AccountService;
  readonly stored: StoredData;
  /** Merged under every request, with the `srv` key; never modified. Absent: none is configured. */
  readonly defaultRequest?: Ext | undefined;
  readonly bidCache: BidCache;
  readonly rates: HostRates;
  readonly floors: FloorsSource;
  readonly vendorLists: VendorLists;
  readonly transport: Transport;
  readonly health: BidderHealth;
  readonly bus: Bus;
  readonly geo?: GeoLookup | undefined;
  /** Absent: this host does not sign requests. */
  readonly adsCert?: CallSigner | undefined;
  /** Modules and their execution plans; absent: this host has none. */
  readonly hooks?: HookRegistry | undefined;
  /** The server's version, without its name. */
  readonly version: string;
}
