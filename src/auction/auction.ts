/**
 * The one value an auction hands from state to state. Up to `fanOut` the states edit its own request; from there on
 * what is shared is only copied where a bidder differs. Each part is written by the state named beside it.
 */

import type {
  Adapter,
  AuctionConfig,
  BidderError,
  BidderInfo,
  BidderResult,
  Call,
  HttpResponse,
  SharedRequest,
  TypedBid,
} from '#src/bidders/bidder.ts';
import type { Account } from '#src/config/account.ts';
import type { HookLog } from '#src/modules/outcome.ts';
import type { Uids } from '#src/sync/uids.ts';
import type { AdServerTargeting, BidAdjustments, Ext, MultiBid, PriceGranularity } from '#src/wire/ext.ts';
import type { App, Bid, BidRequest, BidResponse, Device, DOOH, SeatBid, Site, User } from '#src/wire/ortb.ts';
import type { Refusal } from '#src/wire/refusal.ts';
import type { Word } from '#src/wire/rename.ts';
import type { AbortScope } from './abort-scope.ts';
import type { FloorModel } from './enrich/floors/apply.ts';
import type { Findings } from './findings.ts';
import type { BidderPrivacy, PrivacyContext } from './privacy/decision.ts';
import type { CacheCall } from './services.ts';
import type { Intake } from './validate/intake.ts';
import type { PodError } from './video/pod-errors.ts';

export type Entry = 'auction' | 'amp' | 'video';
/** The class of the request, decided where the account id was found; privacy settings go by it. */
export type Channel = 'web' | 'app' | 'dooh' | 'amp' | 'video';

/** The HTTP request as it came in; header names in lower case. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  readonly body: Buffer;
}

/** What is known of an imp besides itself (validate). */
export interface ImpFacts {
  readonly echoVideoAttrs: boolean;
  readonly storedImp?: Ext | undefined;
  readonly passthrough?: unknown;
}

/** A stored bidder answer that takes the place of a call (validate). */
export interface StoredBidResponse {
  readonly bidder: string;
  readonly impId: string;
  readonly body: string;
  readonly replaceImpId: boolean;
}

/** Whether debug output was asked for, is shown, and whether bidder calls are kept for it (enrich). */
export interface DebugFlags {
  readonly requested: boolean;
  readonly shown: boolean;
  readonly capture: boolean;
  readonly override: boolean;
}

/** What becomes of targeting keys that are cut (auction-exchange.md 12.4). */
export interface KeyCutting {
  /** Where cut keys are the same the first value stays, not the last. */
  readonly firstStays: boolean;
  /** Gathers the whole names of keys that were cut; absent: nobody is told. */
  readonly cut?: Set<string> | undefined;
}

/** `ext.srv.targeting` made ready (enrich). */
export interface TargetingSettings {
  readonly prefix: string;
  /** Longest key in bytes; 0: no limit. */
  readonly maxKeyLength: number;
  /** Absent: the last value stays, and nobody is told. */
  readonly cutting?: KeyCutting | undefined;
  readonly includeWinners: boolean;
  readonly includeBidderKeys: boolean;
  readonly includeFormat: boolean;
  readonly preferDeals: boolean;
  readonly alwaysIncludeDeals: boolean;
  readonly appendBidderNames: boolean;
  readonly priceGranularity: PriceGranularity;
  readonly mediaTypePriceGranularity: { readonly [mediaType: string]: PriceGranularity | undefined };
}

/** `ext.srv.cache` made ready (enrich). */
export interface CacheInstructions {
  readonly bids: boolean;
  readonly vast: boolean;
  readonly returnBids: boolean;
  readonly returnVast: boolean;
  readonly winningOnly: boolean;
  readonly bidsTtlSeconds?: number | undefined;
  readonly vastTtlSeconds?: number | undefined;
}

/** First-party data resolved for one bidder: objects that replace the shared ones (enrich). */
export interface FirstPartyData {
  readonly site?: Site | undefined;
  readonly app?: App | undefined;
  readonly dooh?: DOOH | undefined;
  readonly user?: User | undefined;
  readonly device?: Device | undefined;
}

/** Amount converted for this auction; throws an Error with the conversion's text when there is no rate (enrich). */
export type Converter = (amount: number, from: string, to: string) => number;

/** One bidder's part of the auction, ready to be carried out (fanOut). */
export interface BidderTask {
  /** Name used in the request; may be an alias. */
  readonly bidder: string;
  /** Name of the adapter behind it. */
  readonly core: string;
  readonly facts: BidderInfo;
  readonly adapter: Adapter;
  readonly request: SharedRequest;
  readonly impIds: readonly string[];
  readonly calls: readonly Call[];
  readonly storedAnswers: readonly StoredBidResponse[];
  /** ms this bidder may take, where it is less than what the auction has left. */
  readonly timeoutMs?: number | undefined;
}

/** `panic`: the adapter threw. `secondary`: nobody waited for the answer any more, though there was time (auction-exchange.md 5.9). */
export type FailureKind = 'timeout' | 'secondary' | 'tmax' | 'unreachable' | 'status' | 'throttled' | 'panic' | 'other';

/** How one call of a bidder ended (collect). */
export interface CallOutcome {
  readonly call: Call;
  /** Text that was sent, before compression. */
  readonly sentBody?: string | undefined;
  /** Headers that were sent; absent: those of the call. */
  readonly sentHeaders?: { readonly [name: string]: string | readonly string[] } | undefined;
  readonly answer?: HttpResponse | undefined;
  readonly failure?: { readonly kind: FailureKind; readonly message: string } | undefined;
  readonly result?: BidderResult | undefined;
  /** What the adapter found wrong with the answer. */
  readonly errors?: readonly BidderError[] | undefined;
  readonly stored?: StoredBidResponse | undefined;
  readonly ms: number;
}

/** How a bidder ended: exactly one for each task (collect). */
export interface BidderOutcome {
  readonly bidder: string;
  readonly kind: 'bids' | 'no-bid' | 'error' | 'timeout' | 'rejected';
  readonly ms: number;
  readonly calls: readonly CallOutcome[];
}

/** A bid on its way to the answer; each later state adds its part. */
export interface AuctionBid extends Omit<TypedBid, 'bid'> {
  /** Own copy, price in the auction's currency once adjusted. */
  bid: Bid;
  readonly seat: string;
  readonly bidder: string;
  readonly core: string;
  readonly originalPrice: number;
  readonly originalCurrency: string;
  /** adjust */
  floors?: Ext | undefined;
  generatedId?: string | undefined;
  /** target */
  priceBucket?: string | undefined;
  categoryDuration?: string | undefined;
  targetCode?: string | undefined;
  /** `ext.srv.targetbiddercode`: its code, where the seat may have several bids. */
  targetBidderCode?: string | undefined;
  targeting?: { [key: string]: string } | undefined;
  dealTierSatisfied?: boolean | undefined;
  rank?: number | undefined;
  events?: { win?: string | undefined; imp?: string | undefined } | undefined;
  /** cache */
  cacheId?: string | undefined;
  vastCacheId?: string | undefined;
}

/** All bids filed under one seat name, in arrival order (adjust). */
export interface Seat {
  readonly seat: string;
  currency: string;
  bids: AuctionBid[];
  ext?: Ext | undefined;
}

/** A bidder that has nothing to show for an imp, and why; codes of auction-exchange.md section 18. */
export interface NonBid {
  readonly seat: string;
  readonly impId: string;
  readonly code: number;
  /** The bid that was rejected, with its original price and currency. */
  readonly bid?: AuctionBid | undefined;
}

/** The log a debugging video auction leaves in the cache (amp-and-video.md section 12). */
export interface DebugLog {
  readonly request: string;
  readonly headers: string;
  response: string;
  readonly ttlSeconds: number;
  /** What is taken out of its texts besides angle brackets. */
  readonly unwanted?: RegExp | undefined;
  /** Id it can be fetched by (as `log_<id>`); made by the cache state. */
  key?: string | undefined;
}

/** What is sent back: the one reply of an HTTP request. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** One step of the timeline: entered `atUs` µs after the start, took `tookUs`. */
export interface Step {
  readonly state: string;
  readonly atUs: number;
  tookUs: number;
}

export interface Auction {
  /** Counts auctions of this process; names the auction in taps and logs. */
  readonly number: number;
  readonly entry: Entry;
  /** As it came in, or as modules left it. */
  incoming: Incoming;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly startedUs: number;
  readonly timeline: Step[];
  readonly findings: Findings;
  /** Set by a state that must wait; the machine invokes it and goes on when it settles. It never rejects. */
  pending?: Promise<void> | undefined;
  refusal?: Refusal | undefined;
  /** Called once with the reply when the auction is done or rejected. */
  readonly finish: (auction: Auction) => void;
  /** What the auction waits for stops with it: with a disconnected client, or at its end. */
  readonly abort: AbortScope;
  reply?: Reply | undefined;

  // validate
  readonly intake: Intake;
  word: Word;
  /** The parsed body before it became `request`. */
  body: Ext;
  request: BidRequest;
  accountId: string;
  account: Account;
  channel: Channel;
  readonly imps: Map<string, ImpFacts>;
  /** Alias → core bidder, of this request. */
  readonly aliases: Map<string, string>;
  /** Imp id → text of a stored array of seat bids. */
  readonly storedAuctionResponses: Map<string, string>;
  readonly storedBidResponses: StoredBidResponse[];

  // enrich
  uids: Uids;
  debug: DebugFlags;
  targeting?: TargetingSettings | undefined;
  caching: CacheInstructions;
  convert: Converter;
  /** Epoch ms; absent: no deadline. */
  deadlineAt?: number | undefined;
  /** The request as it stood before first-party data was taken out; kept only when shown or needed. */
  resolvedRequest?: BidRequest | undefined;
  readonly fpd: Map<string, FirstPartyData>;
  /** `ext.srv.multibid` cleaned. */
  multibid: MultiBid[];
  adServerTargeting: AdServerTargeting[];
  /** Request's rules merged over the account's; absent: none. */
  bidAdjustments?: BidAdjustments | undefined;
  /** The floors model in force, where its rules tell bidders apart. */
  floors?: FloorModel | undefined;
  /** Response taken whole from storage (Java variant's request level). */
  wholeStoredResponse?: SeatBid[] | undefined;

  // privacy
  privacyContext?: PrivacyContext | undefined;
  readonly privacy: Map<string, BidderPrivacy>;
  /** How activity rules decided, where that was asked for. */
  activityTrace?: readonly Ext[] | undefined;

  // fanOut, collect
  tasks: BidderTask[];
  readonly outcomes: BidderOutcome[];

  // adjust, target, cache
  readonly seats: Map<string, Seat>;
  readonly nonBids: NonBid[];
  readonly auctionConfigs: (AuctionConfig & { seat: string })[];
  readonly winners: Map<string, AuctionBid>;
  /** How long the cache took, ms; absent: it was not asked. */
  cacheMs?: number | undefined;
  /** The call of the cache service, where there is one. */
  cacheCall?: CacheCall | undefined;

  /** Pods of a video request that get no ads, and why. */
  readonly podErrors: PodError[];
  /** What a debugging video auction keeps in the cache beside its bids; `response` is filled in there. */
  debugLog?: DebugLog | undefined;

  // respond
  response?: BidResponse | undefined;
  /** What modules did, and what they know between their hooks; absent: none has run. */
  hooks?: HookLog | undefined;
  /** `ext.srv.modules`: what modules have to say. */
  moduleReport?: Ext | undefined;
  /** `ext.srv.analytics.tags`: what modules tell analytics, for clients that ask. */
  analyticsTags?: readonly Ext[] | undefined;
}
