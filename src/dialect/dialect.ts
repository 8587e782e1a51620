/**
 * Differences of the two established servers in messages, arithmetic or order: one implementation per variant, in `go/` and `java/`, one
 * file per topic. The host chooses once (`choose.ts`); domain code calls the given dialect and never checks the variant. Plain switches and
 * numbers are in `config.rules`.
 */

import type { Patch } from 'immer';
import type { CreativeError, Mode } from '#src/auction/adjust/creative-error.ts';
import type {
  Auction,
  AuctionBid,
  BidderOutcome,
  BidderTask,
  CacheInstructions,
  CallOutcome,
  ClientResponse,
  EndpointName,
  ImpContext,
  Incoming,
  NamedAccount,
  NonBid,
  Seat,
  TargetingSettings,
} from '#src/auction/auction.ts';
import type { TtlInput } from '#src/auction/cache/ttl-input.ts';
import type { Diagnostic, Diagnostics } from '#src/auction/diagnostics.ts';
import type { VideoRequest } from '#src/auction/endpoints/video/request.ts';
import type { FpdRules } from '#src/auction/enrich/fpd/resolve.ts';
import type { KeyPrefix } from '#src/auction/enrich/prefix.ts';
import type { Filtered } from '#src/auction/fan-out/capabilities.ts';
import type { OnSkipped } from '#src/auction/fan-out/split.ts';
import type { TmaxAdjustments } from '#src/auction/fan-out/tmax.ts';
import type { ChosenFloors, FloorModel } from '#src/auction/floors/model.ts';
import type { Floors, ModelGroup } from '#src/auction/floors/read.ts';
import type { FloorDefaults, FloorSettings } from '#src/auction/floors/settings.ts';
import type { Converter } from '#src/auction/pricing/converter.ts';
import type { Rounding } from '#src/auction/pricing/decimal.ts';
import type { AdjustmentRules, Offer, Price, RuleArithmetic } from '#src/auction/pricing/price.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import type { PrivacySettings } from '#src/auction/privacy/settings.ts';
import type { AuctionRejection, BidRejection, RejectionKind } from '#src/auction/rejection.ts';
import type { ShownCall } from '#src/auction/response/shown-call.ts';
import type { Found, StoredKind } from '#src/auction/stored-data.ts';
import type { DealTier } from '#src/auction/target/deal-tier.ts';
import type { EventRules } from '#src/auction/target/event-rules.ts';
import type { Size } from '#src/auction/validate/interstitial-sizes.ts';
import type { BidderInfo, TypedBid } from '#src/bidders/bidder.ts';
import type { Account } from '#src/config/account.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { EventResponse, VtrackCall, VtrackResponse } from '#src/events/response.ts';
import type { Failure, Result } from '#src/lang/result.ts';
import type { AnalyticsTags } from '#src/modules/analytics-tags.ts';
import type { Invocation } from '#src/modules/invocation.ts';
import type { Failed, FailureReport } from '#src/modules/messages.ts';
import type { HookOutcome } from '#src/modules/outcome.ts';
import type { ReadResult } from '#src/modules/read-result.ts';
import type { BidAdjustments, Ext, MultiBid } from '#src/openrtb/ext.ts';
import type { NativeAsset } from '#src/openrtb/native-request.ts';
import type { Banner, Bid, BidRequest, BidResponse, Format, Imp, Metric, Site, Video } from '#src/openrtb/ortb.ts';
import type { ProductStyle } from '#src/openrtb/product.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Random } from '#src/platform/random.ts';
import type { StoreKind } from '#src/stores/store.ts';

/** @typeParam S the services that steps and endpoints receive; they contain the dialect itself */
export interface Dialect<S> {
  readonly validate: ValidateDialect<S>;
  readonly stored: StoredDialect;
  readonly account: AccountDialect;
  readonly imp: ImpDialect;
  readonly interstitial: InterstitialDialect;
  readonly topics: TopicsDialect;
  readonly amp: AmpDialect;
  readonly enrich: EnrichDialect;
  /** Chosen by `first_party_data`. */
  readonly fpd: FpdDialect;
  readonly floors: FloorsDialect;
  readonly prices: PriceDialect;
  readonly fanOut: FanOutDialect;
  readonly collect: CollectDialect;
  readonly bids: BidDialect;
  readonly privacy: PrivacyDialect;
  /** Chosen by `response.shape`. */
  readonly response: ResponseDialect<S>;
  /** Chosen by `cache.ttl_rule`. */
  readonly ttl: TtlDialect;
  /** Chosen by `response.shape`. */
  readonly cacheService: CacheServiceDialect;
  readonly rejection: RejectionDialect;
  readonly video: VideoDialect;
  /** Chosen by `event.rules`. */
  readonly events: EventDialect<S>;
  /** Chosen by `vtrack.rules`. */
  readonly vtrack: VtrackDialect<S>;
  readonly hooks: HookDialect;
  readonly stores: StoresDialect;
}

/** From bytes to a validated request. */
export interface ValidateDialect<S> {
  /** The steps of the `validate` state by endpoint. */
  readonly steps: { readonly [entry in EndpointName]: readonly ((auction: Auction, services: S) => void | Promise<void>)[] };
  /** The message that rejects an empty body; undefined: it is parsed like any other. */
  readonly emptyBody: string | undefined;
  /** The message for a body that is not a JSON object. */
  unreadableBody(error: string): string;
  /** The message for a body with a field of the wrong type. */
  undecodable(error: string): string;
  /** The message for an extension of ours with a field of the wrong type. */
  badExtension(error: string): string;
  /** Account id (or why there is none) and channel of a request. */
  accountIdOf(body: Ext, storedRequest: Ext | undefined): Result<NamedAccount>;
  /** Fills page, domain and publisher's domain of a site from the HTTP request, in place. */
  fillPage(site: Site, incoming: Incoming): void;
  /** Fills the variant's additional fields before validation, after the common ones; may reject. */
  fillFields(auction: Auction, services: S): void;
  /** Warns of a corrected value in the request. @param code if warnings have codes of their own */
  warn(diagnostics: Diagnostics, code: number, message: string, more?: Partial<Diagnostic>): void;
}

/** Messages about stored requests, imps and responses. */
export interface StoredDialect {
  /** The messages if stored requests and imps could not be fetched. */
  failed(errors: readonly string[]): string[];
  /** The message for a stored request that is not a JSON object. */
  unreadable(id: string, error: string): string;
  /** The reason for `unmerged` if a stored imp is not a JSON object. */
  unreadableImp(id: string, error: string): string;
  /** The message if stored data could not be merged. */
  unmerged(error: string): string;
  /** The message for a `storedrequest` object without an id; undefined: it may have none. */
  nameless(storedRequest: unknown): string | undefined;
  /** The message for an imp whose `ext.srv` is malformed. */
  badImp(error: string, imp: unknown): string;
  /** The messages if stored responses could not be fetched. */
  responsesFailed(found: Found): string[];
  /** A bidder whose stored response does not exist is called; otherwise the request is rejected. */
  readonly callsWithoutStored: boolean;
  /** The message for one stored response that is missing or empty. @param what ` to fetch …` */
  responseMissing(what: string): string;
}

/** Messages about accounts, and which requests may have none. */
export interface AccountDialect {
  /** The message for an account id the host blocks. */
  blocked(id: string): string;
  /** The message for a request without a required account; undefined: it names one. */
  missing(id: string): string | undefined;
  /** The messages for an unknown but required account; undefined: the host's defaults apply. */
  unknown(id: string, errors: readonly string[], disabledByDefault: boolean): string[] | undefined;
  /** The message for a disabled account. */
  disabled(id: string): string;
}

/** Rules about imps; each returns its error message. */
export interface ImpDialect {
  /** Metrics of the imp at `index`, at least one. */
  metrics(metrics: readonly Metric[], index: number): string | undefined;
  /** A banner's own size. */
  bannerSize(banner: Banner, index: number, interstitial: boolean): string | undefined;
  /** The format at position `f` of the banner. */
  bannerFormat(format: Format, index: number, f: number): string | undefined;
  /** Measures of video and audio must not be negative. */
  readonly checksMeasures: boolean;
  readonly native: NativeDialect;
}

/** Rules about native requests. */
export interface NativeDialect {
  /** The message for an imp without a native request. @param path of the native object */
  missing(path: string): string;
  /** The message for a malformed native request. */
  unreadable(path: string, error: string): string;
  /** A `contextsubtype` below 0 has a message of its own. */
  readonly namesNegativeSubtype: boolean;
  /** An event tracker may name no event. */
  readonly allowsAnyEvent: boolean;
  /** Whether an event may use this tracking method. */
  isMethod(method: number, event: number): boolean;
  /** All ids are regenerated if no asset has a positive one; else a missing one becomes `missingId(place)`. */
  readonly numbersAll: boolean;
  missingId(place: number): number;
  /** Validates an asset. @param path of the asset */
  asset(asset: NativeAsset, path: string): string | undefined;
}

/** Formats of interstitial imps. */
export interface InterstitialDialect {
  /** Percentages are validated whether or not an imp is interstitial. */
  readonly checksAllPercents: boolean;
  /** The first format if it is a real size. */
  realSize(format: Format): Size | undefined;
  /** The message for an imp without a real size in a request without a device; undefined: it keeps its formats. */
  noDevice(impId: string): string | undefined;
  /** The device must give both sides. */
  readonly needsDeviceSize: boolean;
  /** The minimum side of a format in pixels. */
  minSide(side: number): number;
  /** The message for an imp that no size fits; undefined: it keeps its formats. */
  noFit(impId: string, min: Size, max: Size): string | undefined;
}

/** Chrome's topics of interest. */
export interface TopicsDialect {
  /** Invalid elements count towards the limit. */
  readonly countsInvalid: boolean;
  /** Whether a version of the classifier is supported. @param version `v=…` */
  isVersion(version: string): boolean;
}

/** An AMP request. */
export interface AmpDialect {
  /** An invalid boolean or number rejects the request; else it counts as absent. */
  readonly rejectsUnreadable: boolean;
  /** Whether a text is accepted as a boolean. */
  isSwitch(text: string): boolean;
  /** `ext.srv.cache` with the settings an AMP page needs. */
  withCache(cache: Ext): Ext;
  /** The messages if the stored request is unavailable. */
  storedFailed(errors: readonly string[]): string[];
  /** The error of a stored request that is not a JSON object. */
  storedUnreadable(id: string, error: string): string;
}

/** Settings of a validated request. */
export interface EnrichDialect {
  /** ms of the request's `tmax` from here on; undefined: none. */
  tmax(tmax: number | undefined, config: HostConfig): number | undefined;
  /** Total ms the auction may take; undefined: no limit. */
  timeLimit(tmax: number | undefined, config: HostConfig): number | undefined;
  /** Warns that the account allows no debug output. */
  warnDebugOff(diagnostics: Diagnostics): void;
  /** Adds a warning that a bidder allows no debug output. */
  warnBidderDebugOff(diagnostics: Diagnostics, outcome: BidderOutcome): void;
  /** The valid entries of `multibid`, with one warning per problem. */
  multibid(given: readonly MultiBid[] | null | undefined): { readonly entries: MultiBid[]; readonly warnings: string[] };
  /** Prefix of targeting keys. @param maxKeyLength of this request, in bytes; 0: none */
  keyPrefix(requested: string | undefined, account: Account, maxKeyLength: number): KeyPrefix;
  /** Whether an account's limit of key lengths applies. */
  isKeyLimit(chars: number): boolean;
  /** Merged bid adjustments of request and account; their errors are reported. */
  bidAdjustments(request: BidRequest, account: Account, diagnostics: Diagnostics): BidAdjustments | undefined;
}

/** First-party data of single bidders. */
export interface FpdDialect {
  /** @param isStrict a request may contain only one of app, site and dooh */
  rules(isStrict: boolean): FpdRules;
  /** Aliases of the request are found in any case. */
  readonly aliasesInAnyCase: boolean;
  /** First-party data of imps is for the same bidders, in one place of their extension. */
  readonly coversImps: boolean;
}

/** Price floors: signalled to bidders, enforced on bids. */
export interface FloorsDialect {
  /** Defaults of floors, deal floors and fetched floors, and of fetching. */
  readonly defaults: FloorDefaults;
  /** Spelling of fields in imps and `ext.srv.floors`. */
  readonly names: { readonly [of in 'rule' | 'ruleValue' | 'value' | 'status' | 'groups']: string };
  /** Rounding of a rule's value to four decimals. */
  readonly rounding: Rounding;
  /** Report if floors are disabled. @returns the resulting `ext.srv.floors`; undefined: unchanged */
  whenOff(auction: Auction, given: Ext | undefined): Ext | undefined;
  /** The effective, validated model; its errors are reported. */
  chooseModel(auction: Auction, chosen: ChosenFloors, settings: FloorSettings, random: Random): FloorModel | undefined;
  /** Model groups in drawing order. */
  inOrder(groups: readonly ModelGroup[]): readonly ModelGroup[];
  /** The weight a group must reach. @param total sum of all weights */
  drawWeight(total: number, random: Pick<Random, 'next'>): number;
  /** A rule of zero is a floor, raised to the minimum. */
  readonly zeroIsFloor: boolean;
  /** The effective skip rate of those of model group, data and root; percent. */
  skipRate(...rates: readonly (number | undefined)[]): number;
  /** Whether floors are skipped this time. @param rate percent, above 0 */
  isSkipDrawn(rate: number, random: Pick<Random, 'next'>): boolean;
  /** Reports rules that cannot match. */
  checkRules(auction: Auction, model: FloorModel): void;
  /** Reports errors of an imp's own minimum. */
  checkImp(auction: Auction, imp: Imp, model: FloorModel): void;
  /** The message for an imp whose floor cannot be computed. */
  unresolved(error: string): string;
  /** A model group as it is signalled. */
  groupToWrite(group: ModelGroup): Ext;
  /** The form in which `ext.srv.floors` is signalled. @param given as chosen; without a model its data is unused */
  toSignal(effective: Ext, given: Floors | undefined, model: FloorModel | undefined): Ext;
  /** `enabled`, `skipped` and `skipRate` are always signalled. */
  readonly writesAll: boolean;
  /** The request's skip rate applies to fetched floors. */
  readonly ownSkipRate: boolean;
  /** Values of the field `mediaType` for a video. */
  videoTypes(placement: number | undefined): readonly string[];
  /** The field `size` is known only for imps of one media type. */
  readonly sizesOneTypeOnly: boolean;
  /** Values of the field `domain`, the more specific first. */
  domains(own: string | undefined, publisher: string | undefined): readonly (string | undefined)[];
  /** Whether a draw is within an enforcement rate. @param rate percent; @param drawn 0 to 99 */
  isWithinRate(rate: number | undefined, drawn: number): boolean;
  /** Bids for unknown imps remain while floors are enforced. */
  readonly forwardsUnknownImps: boolean;
  /** Writes the floor of its imp on a bid. */
  note(bid: AuctionBid, imp: Imp, floor: number, currency: string): void;
  /** Whether a bid remains: it reaches its floor, or has no rate and the variant keeps it. Else it is rejected and reported. */
  passes(auction: Auction, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean;
}

/** Arithmetic of prices and currencies. */
export interface PriceDialect {
  /** The message if there is no rate between two currencies. */
  noRate(from: string, to: string): string;
  /** Converts an amount to another currency. */
  convert(amount: number, rate: number): number;
  /** A rate computed from two. */
  quotient(above: number, below: number): number;
  /** Rows of a rate table may share a third currency. */
  readonly sharesRows: boolean;
  /** Arithmetic of bid adjustment rules. */
  readonly rules: RuleArithmetic;
  /** Whether rules for instream video apply. */
  isInstream(video: Pick<Video, 'placement' | 'plcmt'>): boolean;
  /** The price after factor, rules and rate, in the order of the variant; a failure without a rate. */
  adjust(offer: Offer, factor: number, rules: AdjustmentRules | undefined, convert: Converter): Price | Failure;
  /** The media type whose granularity sets a bid's price bucket; empty: none. */
  bucketType(bid: Pick<TypedBid, 'bid' | 'type'>): string;
  /** Target currencies in order of preference. @param named by the request; `standard` is the host's */
  wantedCurrencies(named: readonly string[] | undefined, standard: string): readonly string[];
  /** The price a bidder must bid to reach `floor` after its price is multiplied by `factor`. */
  divideFloor(floor: number, factor: number): number;
}

/** The times of an auction that calls bidders. */
interface TimePlan {
  readonly auction: Auction;
  readonly services: { readonly config: HostConfig; readonly clock: Pick<Clock, 'now'> };
  /** ms until bidders' deadline; undefined: no deadline. */
  readonly remainingMs: number | undefined;
  readonly adjustments: TmaxAdjustments | undefined;
}

/** Requests to bidders. */
export interface FanOutDialect {
  /** Receives a publisher's imp patch that could not be applied; undefined: it rejects the auction. */
  unchangedImp(diagnostics: Diagnostics): OnSkipped | undefined;
  /** ms of `tmax` for one bidder; undefined: the request's own. */
  tmax(tmax: number | undefined, plan: TimePlan, deductionMs: number): number | undefined;
  /** The effective timeout of one bidder in ms; undefined: until the auction's deadline. @param reported its `tmax` */
  timeoutMs(plan: TimePlan, reported: number | undefined): number | undefined;
  /** Format of the identification header of calls. */
  readonly product: ProductStyle;
  /** The imps without what the bidder does not support. @param isOn the host's `filter_imp_media_type` */
  filter(request: BidRequest, imps: Imp[], info: BidderInfo, preferred: string | undefined, isOn: boolean): Filtered;
}

/** Responses of bidders. */
export interface CollectDialect {
  /** Why a response with this status is not parsed; undefined: it is. */
  statusError(status: number): string | undefined;
  /** Adapters parse responses without content (204), too. */
  readonly readsNoContent: boolean;
  /** The message for a timed-out call. @param message of the transport */
  timeoutMessage(message: string, auction: Auction, task: BidderTask): string;
  /** The error code of a status that is not parsed. */
  statusCode(status: number | undefined): number;
  /** Non-bid codes: of a call without time left, of a server that cannot be reached, of an unusable body, of a status that is not parsed. */
  readonly nonBid: {
    readonly tmax: number;
    readonly unreachable: number;
    readonly ofUnusable: number;
    ofStatus(status: number | undefined): number;
  };
  /** Assets of native responses: whether the requested asset must have a type, and the format of an id. */
  readonly native: { readonly needsType: boolean; shownId(id: unknown, isImage: boolean): unknown };
}

/** Checks of bids. */
export interface BidDialect {
  /** The message for an invalid price. */
  badPrice(id: string, price: number): string;
  /** The price is checked first. */
  readonly priceFirst: boolean;
  /** A video bid must have `adm` or `nurl`. */
  readonly videoNeedsMarkup: boolean;
  /** Warns of a request with several currencies. */
  warnOfCurrencies(diagnostics: Diagnostics, bidder: string, named: readonly string[] | undefined): void;
  /** The message for each bid of a response with an invalid currency; undefined: one error for all. */
  badCurrency(currency: string): string | undefined;
  /** Whether a response without bids also needs a rate for its currency. */
  readonly checksCurrencyWithoutBids: boolean;
  /** Reports a rejected bid. */
  report(auction: Auction, bid: AuctionBid, rejection: BidRejection): void;
  /** Whether `ext.seatnonbid` gives a reason for an invalid bid. */
  hasReason(rejection: BidRejection): boolean;
  /** Whether native markup gets the asset types of the request. */
  fillsNative(auction: Auction): boolean;
  /** Error code of native markup that does not match the request. */
  readonly nativeCode: number;
  /** Such markup rejects the bid. */
  readonly dropsBadNative: boolean;
  /** Meta data of the wrong type rejects the bid; else it is left out. */
  readonly dropsBadMeta: boolean;
  /** Stored auction responses: whether their bids are final, and the rejection of an unreadable one. */
  readonly stored: { readonly areFinal: boolean; readonly rejection: RejectionKind };
  readonly dsa: DsaDialect;
  readonly creatives: CreativeDialect;
}

/** Transparency of ads under the Digital Services Act. */
export interface DsaDialect {
  /** Length of a string. */
  lengthOf(text: string): number;
  /** Whether the rendering parties of publisher and buyer are compared. */
  comparesRendering(required: boolean, adrender: unknown): boolean;
  /** Non-bid code of a bid that is not acceptable. */
  readonly nonBid: number;
  /** Reports such a bid. */
  report(auction: Auction, bid: AuctionBid, error: string): void;
}

/** Size and security of creatives. */
export interface CreativeDialect {
  /** The max banner size; undefined: the imp's own maximum. */
  maxSize(limits: { readonly maxWidth: number; readonly maxHeight: number }): Size | undefined;
  /** A creative without a size is rejected. */
  readonly needsSize: boolean;
  /** Whether markup loads resources with TLS. */
  isSecure(adm: string): boolean;
  /** Whether a bid's markup is checked at all. */
  looksAtMarkup(bid: AuctionBid, imp: Imp): boolean;
  /** The message for a creative that is too large. */
  sizeMessage(mode: Mode, bid: AuctionBid, max: Size, auction: Auction): string;
  /** The message for insecure markup. */
  markupMessage(mode: Mode, bid: AuctionBid, auction: Auction): string;
  /** Reports all failed checks of a bid; there is at least one. */
  report(auction: Auction, bid: AuctionBid, errors: readonly CreativeError[]): void;
}

/** Privacy signals. */
export interface PrivacyDialect {
  /** Reports unusable consent strings. */
  reportConsents(auction: Auction, context: PrivacyContext, settings: PrivacySettings): void;
  /** A bidder that must not be called gets a warning. */
  readonly warnsOfBlocked: boolean;
}

/** Responses: format, and related behaviour. */
export interface ResponseDialect<S> {
  /** The response to a request rejected by a module. */
  withoutBids(id: string, nbr: number): BidResponse;
  /** Whether `seatbid` is present without bids. */
  readonly alwaysHasSeats: boolean;
  /** The response's currency. @param named the first currency of the request; `standard` is the host's */
  currency(auction: Auction, named: string | undefined, standard: string): string | undefined;
  /** `nbr` of a response without bids. */
  noBidReason(auction: Auction): number | undefined;
  /** Reports imps without the stored video that they should echo. */
  reportMissingVideos(auction: Auction): void;
  /** Whether the response includes a seat. */
  hasSeat(seat: Seat, auction: Auction): boolean;
  /** `seatbid.group`; undefined: none. */
  readonly seatGroup: number | undefined;
  /** A bid with the data its `ext.srv` may show. */
  shownBid(bid: AuctionBid): AuctionBid;
  /** Whether a cached bid keeps its creative. */
  includesCreative(bid: Pick<AuctionBid, 'cacheId' | 'vastCacheId'>, caching: CacheInstructions): boolean;
  readonly customTargeting: CustomTargetingDialect;
  /** The cache's URL is among the targeting keys even without cached bids. */
  readonly namesCacheAlways: boolean;
  readonly dealTiers: DealTierDialect;
  /** Handling of win and impression events. */
  events(auction: Auction): EventRules;
  /** Epoch ms that joins client and server events: in the response and in event URLs; 0: unknown. */
  timestamp(auction: Auction): number;
  readonly categories: CategoryDialect;
  /** Whether losing bids are cached too. */
  cachesAll(targeting: TargetingSettings | undefined, caching: CacheInstructions): boolean;
  /** Whether a bid is worth caching. */
  isWorthCaching(bid: Bid): boolean;
  /** The JSON of a bid in the cache. */
  cachedJson(bid: AuctionBid, imp: ImpContext | undefined): object;
  /** Key of cache errors in `ext.errors`. */
  readonly cacheErrorsOf: string;
  /** A call in debug output. */
  shownCall(outcome: CallOutcome, shown: ShownCall): Ext;
  /** Debug output includes the call to the cache. */
  readonly showsCacheCall: boolean;
  /** Debug warnings are always included. */
  readonly warnsEverybody: boolean;
  /** Errors list their imps. */
  readonly listsImps: boolean;
  /** `responsetimemillis` includes the cache's time. */
  readonly showsCacheTime: boolean;
  /** Non-bids as counted in `ext.seatnonbid`. */
  nonBids(auction: Auction): readonly NonBid[];
  /** Decisions of activity rules are traced. */
  readonly tracesActivities: boolean;
  /** Targeting of an AMP page: of its bids, and of the response as a whole. */
  ampTargeting(ofBids: Keys, ofResponse: Keys): Keys;
  /** The response to an AMP page. */
  ampClientResponse(targeting: Keys, ext: Ext, auction: Auction, services: S): ClientResponse;
  readonly hookReport: HookReportDialect;
}

/** Key-values by name. */
type Keys = { [key: string]: string };

/** Ad-server targeting rules of a request. */
export interface CustomTargetingDialect {
  /** Reports an inapplicable rule. */
  warn(diagnostics: Diagnostics, message: string): void;
  /** Only bids with targeting receive more keys. */
  readonly targetedOnly: boolean;
  /** Rules about the response read only the bid. */
  readonly bidsOnly: boolean;
  /** Whether a value counts as absent. */
  isBlank(value: unknown): boolean;
  /** Whether a value can be used. */
  isValue(value: unknown): boolean;
}

/** Deal tiers of bids with priority. */
export interface DealTierDialect {
  /** A tier is named after its minimum instead of the bid's priority. */
  readonly namedByMinimum: boolean;
  /** The error for a bidder's missing or invalid tier. */
  invalid(bidder: string, impId: string, tier: Partial<DealTier> | undefined): string;
}

/** Bids by the ad server's category. */
export interface CategoryDialect {
  /** The error message for an unknown ad server. */
  unknownServer(named: number | undefined): string;
  /** The kind of the rejection. */
  rejectionOf(entry: EndpointName): RejectionKind;
  /** The reason for a bid longer than every allowed duration, in seconds. */
  tooLong(seconds: number, max: number): string;
  /** The reason for a bid with several categories; undefined: as without a category. */
  readonly several: string | undefined;
  /** The reason for a bid whose category has no translation. @param hasFile the ad server has categories, but not this one */
  untranslated(adServer: string, publisher: string, category: string, hasFile: boolean): string;
  /** The message for a dropped bid. */
  rejected(bid: AuctionBid, reason: string): string;
}

/** Module results in `ext.srv.modules`. */
export interface HookReportDialect {
  /** Field names: of times in ms, of the hooks of a group. */
  readonly time: string;
  readonly results: string;
  /** A stage's name. */
  stageName(stage: string): string;
  /** Entity of the last stage. */
  readonly exitEntity: string;
  /** One hook. */
  result(outcome: HookOutcome, level: 'basic' | 'verbose'): Ext;
  /** A hook's analytics tags. */
  tags(tags: AnalyticsTags): object;
}

/** Lifetimes of cached bids, in seconds. */
export interface TtlDialect {
  /** The lifetime of one form of a bid; undefined: the cache's own limit. */
  seconds(input: TtlInput, cache: HostConfig['cache']): number | undefined;
  /** Whether clients see a bid's lifetime. */
  readonly isShown: boolean;
}

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

/** Rejected requests. */
export interface RejectionDialect {
  /** HTTP status of each kind. */
  readonly status: { readonly [kind in RejectionKind]: number };
  /** The body, except for internal errors. */
  body(rejection: AuctionRejection): string;
  /** Response to a body that is too large for any endpoint. */
  tooLarge(text: string): { readonly status: number; readonly message: string };
  /** The body of a video request. */
  videoBody(kind: RejectionKind, messages: readonly string[]): string;
}

/** The video endpoint. */
export interface VideoDialect {
  /** The message that rejects an empty body; undefined: it is parsed like any other. */
  readonly emptyBody: string | undefined;
  /** The messages if the stored request is unavailable. */
  storedFailed(errors: readonly string[]): string[];
  /** The message that rejects a request without a user agent; undefined: it is optional. */
  readonly noUserAgent: string | undefined;
  /** A missing `podconfig` has its own error. */
  readonly needsPodConfig: boolean;
  /** The message for durations not above 0. */
  readonly notPositive: string;
  /** The errors that are reported. */
  rejections(errors: readonly string[]): readonly string[];
  /** Prefix of the errors of all pods. */
  readonly podsLead: string;
  /** The message for a pod whose stored imp is missing. */
  unknownPod(podId: number, configId: string): string;
  /** A pod shorter than every ad has one imp per duration. */
  readonly fillsShortPods: boolean;
  /** The granularity for the auction. */
  granularity(wanted: VideoRequest['pricegranularity']): VideoRequest['pricegranularity'];
  /** Whether bids may be rounded up to an allowed duration. */
  rounds(isExact: boolean | undefined): boolean;
  /** `tmax` (ms) for a request without one. */
  tmax(config: HostConfig): number | undefined;
  /** `errors` of a pod without errors. */
  readonly noErrors: null | undefined;
  /** Key-values of pods include deals. */
  readonly showsDeals: boolean;
  /** Response of a disabled endpoint. */
  readonly off: { readonly status: number; readonly text: string };
  /** Currencies of the auction's request. */
  cur(config: HostConfig): string[] | undefined;
}

/** Notifications of wins and impressions. */
export interface EventDialect<S> {
  /** The response to `GET /event`. */
  response(query: URLSearchParams, services: S): Promise<EventResponse>;
}

/** VAST to be tracked and cached. */
export interface VtrackDialect<S> {
  /** The response to `POST /vtrack`. */
  response(call: VtrackCall, services: S): Promise<VtrackResponse>;
}

/** Execution of hooks. */
export interface HookDialect {
  /** A hook that rejects ends its group at once. */
  readonly rejectsAtOnce: boolean;
  /** The order in which the results of a group count. */
  inOrder(planned: readonly Invocation[], ended: readonly Invocation[]): readonly Invocation[];
  /** Report of a failed hook. */
  failure(failed: Failed): FailureReport;
  /** Report of a rejection at a stage that cannot reject. */
  misplacedRejection(module: string, hook: string, stage: HookStage): FailureReport;
  /** A rejection is among the hook's errors. */
  readonly listsRejections: boolean;
  /** Debug messages about a hook's changes. */
  changes(result: ReadResult, patches: readonly Patch[]): string[];
  /** Report of changes that cannot be applied. */
  updateFailed(report: Pick<HookOutcome, 'warnings'>, error: string): Partial<HookOutcome>;
  /** A bidder that a hook rejects gets a warning. */
  readonly warnsOfRejections: boolean;
}

/** Stores of requests, imps, responses and accounts. */
export interface StoresDialect {
  /** The message for an id that no store has. */
  notFound(kind: StoredKind, id: string): string;
  /** The error of an HTTP status other than 200. */
  httpStatus(status: number): string;
  /** The message for an unreadable service, except for accounts. */
  httpFailed(kind: StoreKind, ids: readonly string[], why: string): string;
}
