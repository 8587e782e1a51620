/**
 * The record an auction passes from state to state. Up to `fanOut` the states edit its own request; afterwards shared data is only copied,
 * where a bidder's request differs. Each part is written by the state named beside it.
 */

import type { AuctionConfig } from '#src/bidders/bidder.ts';
import type { CacheCall } from '#src/cache/contract.ts';
import type { Account } from '#src/config/account.ts';
import type { AbortScope } from '#src/lang/abort-scope.ts';
import type { HookLog } from '#src/modules/outcome.ts';
import type { AdServerTargeting, BidAdjustments, Ext, MultiBid } from '#src/openrtb/ext.ts';
import type { App, BidRequest, BidResponse, Device, DOOH, Imp, SeatBid, Site, User } from '#src/openrtb/ortb.ts';
import type { ExtKey } from '#src/openrtb/rename.ts';
import type { Uids } from '#src/sync/uids.ts';
import type { AuctionBid, NonBid, PricedOutcome, Seat } from './bid.ts';
import type { BidderOutcome, BidderTask, StoredBidResponse } from './bidder-task.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { PodError } from './endpoints/video/pod-errors.ts';
import type { FloorModel } from './floors/model.ts';
import type { PreviousOfBidder } from './previous-auctions.ts';
import type { Converter } from './pricing/converter.ts';
import type { Factors } from './pricing/price.ts';
import type { BidderPrivacy, PrivacyContext } from './privacy/decision.ts';
import type { AuctionRejection } from './rejection.ts';
import type { CacheInstructions, TargetingSettings } from './response-settings.ts';
import type { RequestInput } from './validate/request-input.ts';

export type EndpointName = 'auction' | 'amp' | 'video';
/** The type of the request, set when the account id is found; privacy settings depend on it. */
export type RequestType = 'web' | 'app' | 'dooh' | 'amp' | 'video';

/** The account of a request. */
export interface NamedAccount {
  readonly id: string;
  readonly requestType: RequestType;
}

/** The HTTP request as received; header names in lower case. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  /** Empty once `validate` has read it. */
  readonly body: Buffer;
  /** ms the request waited for the start of its auction: they are part of its `tmax`; absent: it did not. */
  readonly waitedMs?: number | undefined;
}

/** Information about an imp that the imp itself does not hold (validate). */
export interface ImpContext {
  readonly echoVideoAttrs: boolean;
  readonly storedImp?: Ext | undefined;
  readonly passthrough?: unknown;
}

/** Whether debug output was requested, is shown, and whether bidder calls are recorded for it (enrich). */
export interface DebugFlags {
  readonly requested: boolean;
  readonly shown: boolean;
  readonly capture: boolean;
  readonly override: boolean;
}

/** First-party data resolved for one bidder: objects that replace the shared ones (enrich). */
export interface FirstPartyData {
  readonly site?: Site | undefined;
  readonly app?: App | undefined;
  readonly dooh?: DOOH | undefined;
  readonly user?: User | undefined;
  readonly device?: Device | undefined;
}

/** The log that a debugging video auction stores in the cache. */
export interface DebugLog {
  readonly request: string;
  readonly headers: string;
  response: string;
  /** Lifetime by the host's settings. */
  readonly ttlSeconds: number;
  /** Pattern removed from its texts, in addition to angle brackets. */
  readonly unwanted?: RegExp | undefined;
  /** Its cache id (as `log_<id>`); assigned by the cache state. */
  key?: string | undefined;
}

/** The HTTP response of an auction. */
export interface ClientResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** One step of the timeline: entered `atUs` µs after the start, took `tookUs`. */
export interface TimelineEntry {
  readonly state: string;
  readonly atUs: number;
  tookUs: number;
}

/** A list of imps, and the same imps by id. */
export interface ImpIndex {
  readonly imps: readonly Imp[];
  readonly byId: ReadonlyMap<string, Imp>;
}

/** The request after a state. */
export interface RequestState {
  readonly state: string;
  readonly json: string;
}

export interface Auction {
  /** Sequence number in this process; identifies the auction in taps and logs. */
  readonly number: number;
  readonly endpoint: EndpointName;
  /** As received, or as modules changed it. */
  incoming: Incoming;
  /** Length of the body as received. */
  readonly incomingBytes: number;
  /** The user's ids in the request's cookie. */
  uids: Uids;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly startedUs: number;
  readonly timeline: TimelineEntry[];
  readonly diagnostics: Diagnostics;
  /** Set by a state that must wait; the machine invokes it and continues when it settles. It never rejects. */
  pending?: Promise<void> | undefined;
  rejection?: AuctionRejection | undefined;
  /** Called once with the response when the auction is done or rejected. */
  readonly finish: (auction: Auction) => void;
  /** Cancels the auction's pending work on client disconnect, or at its end. */
  readonly abort: AbortScope;
  clientResponse?: ClientResponse | undefined;

  // validate
  readonly input: RequestInput;
  extKey: ExtKey;
  /** The parsed body before it became `request`. */
  body: Ext;
  request: BidRequest;
  /** The request as states left it, in JSON; absent unless a subscriber wants bodies. */
  requestStates?: RequestState[] | undefined;
  accountId: string;
  account: Account;
  requestType: RequestType;
  readonly imps: Map<string, ImpContext>;
  /** Alias → core bidder, of this request. */
  readonly aliases: Map<string, string>;
  /** Imp id → text of a stored array of seat bids. */
  readonly storedAuctionResponses: Map<string, string>;
  readonly storedBidResponses: StoredBidResponse[];

  // enrich
  /** Country of the caller's network, located for the GDPR's scope alone (Java variant). */
  networkCountry?: string | undefined;
  debug: DebugFlags;
  targeting?: TargetingSettings | undefined;
  caching: CacheInstructions;
  convert: Converter;
  /** Epoch ms; absent: no deadline. */
  deadlineAt?: number | undefined;
  /** The request before first-party data was removed; stored only if it is shown or needed. */
  resolvedRequest?: BidRequest | undefined;
  readonly fpd: Map<string, FirstPartyData>;
  /** Names in lower case of the bidders that may see first-party data of imps; undefined: all. */
  impDataBidders?: ReadonlySet<string> | undefined;
  /** The normalized `ext.srv.multibid`. */
  multibid: MultiBid[];
  adServerTargeting: AdServerTargeting[];
  /** The request's rules merged over the account's; absent: none. */
  bidAdjustments?: BidAdjustments | undefined;
  /** The request's adjustment factors, read on first use. */
  factors?: Factors | undefined;
  /** The active floors model if its rules distinguish bidders. */
  floors?: FloorModel | undefined;
  /** The complete response from storage (Java variant's request level). */
  fullStoredResponse?: SeatBid[] | undefined;

  // privacy
  privacyContext?: PrivacyContext | undefined;
  readonly privacy: Map<string, BidderPrivacy>;
  /** Decisions of activity rules, if they were requested. */
  activityTrace?: readonly Ext[] | undefined;

  // fanOut, collect
  tasks: BidderTask[];
  readonly outcomes: BidderOutcome[];
  /** Bidders that get info of the user's previous auctions; absent: none. */
  previousAuctions?: readonly PreviousOfBidder[] | undefined;
  /** Bytes of all calls sent to bidders, before compression. */
  outgoingBytes: number;

  // adjust, target, cache
  /** The request's imps by id; read with `impsById`. */
  impIndex?: ImpIndex | undefined;
  /** Modules changed bids after their price buckets were filled. */
  bidsChanged: boolean;
  readonly seats: Map<string, Seat>;
  readonly nonBids: NonBid[];
  readonly auctionConfigs: (AuctionConfig & { seat: string })[];
  readonly winners: Map<string, AuctionBid>;
  /** Duration of the cache call, ms; absent: there was none. */
  cacheMs?: number | undefined;
  /** The call of the cache service, if there was one. */
  cacheCall?: CacheCall | undefined;

  /** Pods of a video request that receive no ads, with reasons. */
  readonly podErrors: PodError[];
  /** The log of a debugging video auction, stored in the cache beside its bids; the cache state adds the response. */
  debugLog?: DebugLog | undefined;

  // respond
  response?: BidResponse | undefined;
  /** Results of modules and the context they keep between their hooks; absent: none has run. */
  hooks?: HookLog | undefined;
  /** `ext.srv.modules`: the modules' report. */
  moduleReport?: Ext | undefined;
  /** `ext.srv.analytics.tags`: analytics tags of modules, for clients that request them. */
  analyticsTags?: readonly Ext[] | undefined;

  /** The outcomes of all bids of the ended auction; read with `bidOutcomes`. */
  pricedOutcomes?: readonly PricedOutcome[] | undefined;
}
