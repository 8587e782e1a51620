/** The contract between the auction and a bidder's adapter. All data of a bidder's file has these shapes. */
import type { ZodType } from 'zod';
import type { Converter } from '#src/auction/pricing/converter.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, BidRequest, DeepReadonly } from '#src/openrtb/ortb.ts';
import type { Schema } from './params/schema.ts';

export type MediaType = 'banner' | 'video' | 'audio' | 'native';
export type Platform = 'site' | 'app' | 'dooh';
export const MEDIA_TYPES: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

/** A bidder's view of the request: shared with all others and therefore read-only. */
export type SharedRequest = DeepReadonly<BidRequest>;

/** One way to sync a user with a bidder; `url` and `redirectUrl` may contain macros of either variant. */
export interface SyncEndpoint {
  readonly url: string;
  readonly redirectUrl?: string | undefined;
  readonly externalUrl?: string | undefined;
  readonly userMacro?: string | undefined;
  readonly formatOverride?: 'b' | 'i' | undefined;
}

export interface UserSyncInfo {
  /** Key of the `uids` cookie; the bidder's code when absent. */
  readonly key?: string | undefined;
  readonly default?: 'iframe' | 'redirect' | undefined;
  readonly iframe?: SyncEndpoint | undefined;
  readonly redirect?: SyncEndpoint | undefined;
  /** Base of redirects back to us, for both endpoints. */
  readonly externalUrl?: string | undefined;
  /** Forces `f` of redirects and the response of `/setuid`, on both endpoints. */
  readonly formatOverride?: 'b' | 'i' | undefined;
  readonly enabled?: boolean | undefined;
  readonly skipWhen?: { readonly gdpr?: boolean | undefined; readonly gppSid?: readonly string[] | undefined } | undefined;
}

/** Information about a bidder besides its code: shown at `/info/bidders`, overridden by host config `adapters.<code>`. */
export interface BidderInfo {
  readonly endpoint: string;
  readonly enabled: boolean;
  readonly aliasOf?: string | undefined;
  readonly extraInfo?: string | undefined;
  readonly platformId?: string | undefined;
  readonly appSecret?: string | undefined;
  readonly xapi?: { readonly username: string; readonly password: string; readonly tracker: string } | undefined;
  readonly endpointCompression?: 'gzip' | undefined;
  readonly gvlVendorId?: number | undefined;
  /** False: US Privacy is left to the bidder itself (Java variant's `pbs-enforces-ccpa`). */
  readonly ccpaEnforced?: boolean | undefined;
  readonly geoscope?: readonly string[] | undefined;
  readonly maintainer: string;
  /** A platform that is absent is not supported. */
  readonly capabilities: { readonly [P in Platform]?: readonly MediaType[] | undefined };
  /** Absent in a bidder's file: the host's `adapter_defaults` apply. */
  readonly modifyingVastXmlAllowed?: boolean | undefined;
  readonly debugAllowed: boolean;
  readonly openrtb: {
    readonly version: '2.5' | '2.6';
    readonly gppSupported: boolean;
    readonly multiformatSupported: boolean;
    /** Treatment of fields without a 2.5 location; absent: the host's. */
    readonly downgrade?: 'strict' | 'move' | undefined;
  };
  /** The fields missing in the bidder's file, for which the host's `adapter_defaults` apply. */
  readonly openrtbDefaults?: { readonly version: boolean; readonly multiformat: boolean } | undefined;
  readonly adsCert: boolean;
  /** True: it may get info of its bids in the user's previous auctions. */
  readonly previousAuctionInfo?: boolean | undefined;
  readonly whiteLabelOnly: boolean;
  /** Currencies the bidder bids in (Java variant's `currency-accepted`); empty: any. */
  readonly currencies: readonly string[];
  /** ms subtracted from the bidder's own tmax (Java variant's `tmax-deduction-ms`). */
  readonly tmaxDeductionMs: number;
  readonly userSync?: UserSyncInfo | undefined;
  /** Key of the `uids` cookie if `userSync` names none, for bidders that only the host's settings can sync. */
  readonly syncKey?: string | undefined;
}

/** Why a call, an imp or a bid was dropped; becomes an entry of the bidder in `ext.errors` or `ext.warnings`. */
export interface BidderError {
  readonly code: number;
  readonly message: string;
  readonly warning?: boolean | undefined;
  /** The adapter threw: a bug in this program, not an error of the bidder. */
  readonly panic?: boolean | undefined;
}

/** One HTTP call of an adapter. */
export interface Call {
  readonly method: 'POST' | 'GET';
  readonly uri: string;
  /** Names as sent; several values of one name in order. */
  readonly headers: { readonly [name: string]: string | readonly string[] };
  /** JSON object, serialized once by the transport (with our extension key renamed), or a finished string. */
  readonly body?: object | string | undefined;
  /** Ids of the imps in this call, as sent. */
  readonly impIds: readonly string[];
}

/** The bidder's HTTP response; header names in lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: readonly string[] };
  readonly body: string;
}

/** A bid as parsed by its adapter. */
export interface TypedBid {
  readonly bid: DeepReadonly<Bid>;
  readonly type: MediaType | '';
  readonly seat?: string | undefined;
  /** The bid's own currency; default that of the result. */
  readonly currency?: string | undefined;
  readonly video?: { readonly duration: number; readonly primary_category: string } | undefined;
  readonly meta?: DeepReadonly<Ext> | undefined;
  readonly dealPriority?: number | undefined;
}

/** A browser-side auction config (PAAPI) for one imp. */
export interface AuctionConfig {
  readonly impid: string;
  readonly bidder?: string | undefined;
  readonly adapter?: string | undefined;
  readonly config: unknown;
}

/** The content of one response. `currency` empty or absent: USD. */
export interface BidderResult {
  readonly currency?: string | undefined;
  readonly bids: readonly TypedBid[];
  readonly auctionConfigs?: readonly AuctionConfig[] | undefined;
}

export interface MadeRequests {
  readonly calls: readonly Call[];
  readonly errors: readonly BidderError[];
}

/** `result` is absent for a "no bid" response; a result without bids is different (it is counted). */
export interface MadeBids {
  readonly result?: BidderResult | undefined;
  readonly errors: readonly BidderError[];
}

/** Services for an adapter besides the request. */
export interface RequestInfo {
  /** The endpoint of the request, if it is not the auction endpoint. */
  readonly endpoint?: 'amp' | 'video' | undefined;
  /** The type of the request: its endpoint, else its platform. */
  readonly requestType?: 'web' | 'app' | 'dooh' | 'amp' | 'video' | undefined;
  readonly convert: Converter;
  readonly preferredMediaType?: MediaType | undefined;
}

/**
 * The two halves of an adapter. Both are pure: same input, same output; neither modifies the request. Exceptions are bugs of the adapter.
 */
export interface Adapter {
  makeRequests(request: SharedRequest, info: RequestInfo): MadeRequests;
  makeBids(request: SharedRequest, call: Call, response: HttpResponse): MadeBids;
  /** Status of its bidder's bids, if it is not 200: hosts pass it to `makeBids` even if they reject other statuses. */
  readonly okStatus?: number | undefined;
  /** The call that reports a timeout to the bidder, if it wants that. */
  timeoutNotice?(call: Call): Call | undefined;
}

/** Time and randomness for adapters; pinned in tests. */
export interface AdapterEnv {
  now(): number;
  /** Integer below 2^63. */
  random(): bigint;
  uuid(): string;
  /** Server's version; empty in the recorded cases. */
  readonly version: string;
}

/** Input of an adapter instance: info after the host's overrides. */
export interface Builder {
  readonly name: string;
  readonly endpoint: string;
  readonly extraInfo: string;
  readonly platformId: string;
  readonly appSecret: string;
  readonly xapi: { readonly username: string; readonly password: string; readonly tracker: string };
  readonly server: { readonly externalUrl: string; readonly gvlId: number; readonly dataCenter: string };
  readonly env: AdapterEnv;
}

/** Input of adapters: the builder for their hooks, and the variant of their protocol. */
export interface BuildInput extends Builder {
  readonly dialect: 'go' | 'java';
}

/** The default export of a bidder file (made by `defineBidder` of the kit). */
export interface BidderDefinition {
  readonly code: string;
  readonly info: BidderInfo;
  /** Info, aliases and params in the Java variant, if they differ. */
  readonly java?: (Pick<BidderDefinition, 'info' | 'aliases'> & Partial<Pick<BidderDefinition, 'params' | 'schema'>>) | undefined;
  /** The alias that is the bidder's own code in the Java variant. */
  readonly javaCode?: string | undefined;
  /** Other codes of this bidder, each with its complete info. */
  readonly aliases: { readonly [code: string]: BidderInfo };
  /** Accepts exactly what the bidder's Draft-4 schema at `/bidders/params` accepts. */
  readonly params: ZodType;
  /** The schema, if available without loading the params. */
  readonly schema?: Schema | undefined;
  /** @throws Error if the host's settings are invalid */
  build(input: BuildInput): Adapter;
}
