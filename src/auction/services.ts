/** What the states may ask of the world. Handed to every state's function; tests hand in their own. */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Dialect } from '#src/dialect/dialect.ts';
import type { HookBook } from '#src/modules/book.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Transport } from '#src/outside/http.ts';
import type { Log } from '#src/outside/log.ts';
import type { Metrics } from '#src/outside/metrics.ts';
import type { Random } from '#src/outside/random.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { VendorLists } from './privacy/vendor-list.ts';

/** At once where memory has it, later where somebody must be asked. */
export type MaybeLater<T> = T | Promise<T>;

/** A stored text by id; absent ids are not in the map. Errors are texts for the caller (a store never throws). */
export interface Found {
  readonly texts: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
  /** Nothing went wrong: `errors` only name the ids that are nowhere. */
  readonly missing?: boolean | undefined;
  /** Some of them because somebody who was asked did not answer in time. */
  readonly timedOut?: boolean | undefined;
}

/** Somebody who may stop waiting: the signal is made when it is first read, so read it only where something is waited for. */
export interface Abortable {
  readonly signal: AbortSignal;
}

export type StoredKind = 'request' | 'imp' | 'response' | 'amp' | 'video' | 'profile';

/** Stored data behind one interface; `timeoutMs` bounds the wait of stores that ask somebody, and `scope` ends it. */
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

/** One thing to keep in the bid cache. */
export interface CachePut {
  readonly type: 'json' | 'xml';
  /** JSON: the object; XML: the text. */
  readonly value: unknown;
  readonly ttlSeconds?: number | undefined;
  readonly key?: string | undefined;
  /** The auction it belongs to, for caches that want to know. */
  readonly auctionId?: string | undefined;
  /** The account it belongs to, for ids that tell. */
  readonly accountId?: string | undefined;
}

/** The one call of a cache service, for debug output; secrets are left out. */
export interface CacheCall {
  readonly uri: string;
  readonly requestBody: string;
  readonly requestHeaders: { readonly [name: string]: string };
  /** 0: no answer. */
  readonly status: number;
  readonly responseBody: string;
}

export interface CacheAnswer {
  readonly ids: readonly (string | undefined)[];
  readonly errors: readonly string[];
  /** Absent: nobody had to be called. */
  readonly call?: CacheCall | undefined;
}

export interface BidCache {
  /** Ids in the order of `puts`; undefined where one was not kept. Errors name the cause; never rejects. */
  put(puts: readonly CachePut[], timeoutMs: number, scope?: Abortable): MaybeLater<CacheAnswer>;
  /** Where clients fetch from; empty parts when there is no public address. */
  readonly address: { readonly scheme: string; readonly host: string; readonly path: string };
}

/** Host currency rates as last fetched. */
export interface HostRates {
  /** base → target → rate; undefined: none (or stale: only equal currencies convert). */
  current(): { readonly [from: string]: { readonly [to: string]: number } } | undefined;
}

/** How an account wants its floors fetched, nothing left open. */
export type FloorsFetch = { readonly [K in keyof Account['price_floors']['fetch']]-?: NonNullable<Account['price_floors']['fetch'][K]> };

/** Floors fetched in the background by URL. Asking starts a fetch when there is none. */
export interface FloorsSource {
  ask(url: string, accountId: string, settings: FloorsFetch): FloorsAnswer;
}

export interface FloorsAnswer {
  readonly status: 'success' | 'error' | 'inprogress' | 'none' | 'timeout';
  /** The provider's `data` object, checked. */
  readonly data?: Ext | undefined;
}

export interface GeoLookup {
  find(ip: string): MaybeLater<{ country?: string; region?: string } | undefined>;
}

/** How well bidders have been answering; decides who is called at all. */
export interface BidderHealth {
  /** Why this call must not be made now; undefined: go on (the call then counts as under way until `note` or `late`). */
  admit(bidder: string): string | undefined;
  /** A call ended: in time and with an answer below 500, or not; undefined: given up for reasons that are not the bidder's. */
  note(bidder: string, well: boolean | undefined): void;
  /** An answer came after its auction had gone on. */
  late(bidder: string): void;
}

/** What signing a call came to: the header to send, why it proves nothing, or both. */
export interface Signed {
  readonly header?: string | undefined;
  readonly fault?: string | undefined;
}

/** Signs calls so that their receivers can tell who sent them (ads.cert). */
export interface CallSigner {
  /** @param body as sent, before compression. Never throws or rejects. */
  sign(uri: string, body: string): MaybeLater<Signed>;
}

/** Where events go; ask `watched` before building one. */
export interface Bus {
  watched(kind: string): boolean;
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
  /** What depends on the variant in texts, arithmetic and order. */
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bidders: BidderRegistry;
  readonly accounts: AccountService;
  readonly stored: StoredData;
  /** Laid under every request, our word inside; never written to. Absent: none is configured. */
  readonly defaultRequest?: Ext | undefined;
  readonly bidCache: BidCache;
  readonly rates: HostRates;
  readonly floors: FloorsSource;
  readonly vendorLists: VendorLists;
  readonly transport: Transport;
  readonly health: BidderHealth;
  readonly bus: Bus;
  readonly geo?: GeoLookup | undefined;
  /** Absent: this host signs no calls. */
  readonly adsCert?: CallSigner | undefined;
  /** Modules and the plans they run by; absent: this host has none. */
  readonly hooks?: HookBook | undefined;
  /** Server's version, without the name. */
  readonly version: string;
}
