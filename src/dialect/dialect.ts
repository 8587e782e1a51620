/**
 * Where the two established servers differ in texts, arithmetic or order: one implementation a variant, in `go/` and `java/`,
 * one file a topic. The host chooses once (`choose.ts`); domain code calls what it is handed and never asks which variant it is.
 * Plain switches and numbers are `config.rules`.
 */

import type { AdjustmentRules, Price, RuleArithmetic } from '#src/auction/adjust/adjustment-rules.ts';
import type { Checks, Fault, Mode } from '#src/auction/adjust/creative-checks.ts';
import type { Offer } from '#src/auction/adjust/price.ts';
import type { Refused } from '#src/auction/adjust/refuse.ts';
import type { Auction, AuctionBid, BidderTask, Channel, Converter, Entry, Incoming, Seat } from '#src/auction/auction.ts';
import type { FloorModel } from '#src/auction/enrich/floors/apply.ts';
import type { ModelGroup } from '#src/auction/enrich/floors/read.ts';
import type { FloorDefaults, FloorSettings } from '#src/auction/enrich/floors/settings.ts';
import type { ChosenFloors, Location } from '#src/auction/enrich/floors/source.ts';
import type { FpdRules } from '#src/auction/enrich/fpd.ts';
import type { KeyPrefix } from '#src/auction/enrich/prefix.ts';
import type { Filtered } from '#src/auction/fan-out/capabilities.ts';
import type { Plan } from '#src/auction/fan-out/plan.ts';
import type { Passed } from '#src/auction/fan-out/split.ts';
import type { Finding, Findings } from '#src/auction/findings.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import type { PrivacySettings } from '#src/auction/privacy/settings.ts';
import type { Found, Services } from '#src/auction/services.ts';
import type { Step } from '#src/auction/steps.ts';
import type { Size } from '#src/auction/validate/interstitial-sizes.ts';
import type { BidderInfo } from '#src/bidders/bidder.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Random } from '#src/outside/random.ts';
import type { Rounding } from '#src/wire/decimal.ts';
import type { BidAdjustments, Ext, MultiBid } from '#src/wire/ext.ts';
import type { NativeAsset } from '#src/wire/native-request.ts';
import type { Banner, BidRequest, Format, Imp, Metric, Site, Video } from '#src/wire/ortb.ts';
import type { RefusalKind } from '#src/wire/refusal.ts';

export interface Dialect {
  readonly validate: ValidateDialect;
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
}

/** From bytes to a checked request. */
export interface ValidateDialect {
  /** The steps of the `validate` state by endpoint. */
  readonly steps: { readonly [entry in Entry]: readonly Step[] };
  /** The text that rejects an empty body; undefined: it is read like any other. */
  readonly emptyBody: string | undefined;
  /** The text for a body that is no JSON object. */
  unreadableBody(error: string): string;
  /** The text for a body with a field of the wrong type. */
  undecodable(error: string): string;
  /** The text for an extension of ours with a field of the wrong type. */
  badExtension(error: string): string;
  /** Account id (or why there is none) and channel of a request. */
  accountIdOf(body: Ext, storedRequest: Ext | undefined): { readonly id: string; readonly channel: Channel } | { readonly error: string };
  /** Fills page, domain and publisher's domain of a site from the HTTP request, in place. */
  fillPage(site: Site, incoming: Incoming): void;
  /** Fills what else the variant fills before the checks, after what both do; may reject. */
  fillFields(auction: Auction, services: Services): void;
  /** Warns of something in the request that was put right. @param code where warnings have codes of their own */
  warn(findings: Findings, code: number, text: string, more?: Partial<Finding>): void;
}

/** Texts about stored requests, imps and responses. */
export interface StoredDialect {
  /** The texts when stored requests and imps could not be fetched. */
  failed(errors: readonly string[]): string[];
  /** The text for a stored request that is no JSON object. */
  unreadable(id: string, error: string): string;
  /** The text when stored data could not be merged. */
  unmerged(error: string): string;
  /** The text for a `storedrequest` object without an id; undefined: it may have none. */
  nameless(storedRequest: unknown): string | undefined;
  /** The text for an imp whose `ext.srv` cannot be read. */
  badImp(error: string, imp: unknown): string;
  /** The texts when stored responses could not be fetched. */
  responsesFailed(found: Found): string[];
  /** The text for one stored response that is missing or empty. @param what ` to fetch …` */
  responseMissing(what: string): string;
}

/** Texts about accounts, and who may go without one. */
export interface AccountDialect {
  /** The text for an account id the host blocks. */
  blocked(id: string): string;
  /** The text for a request that names no account where one is required; undefined: it names one. */
  missing(id: string): string | undefined;
  /** The texts for an account nobody knows where one is required; undefined: the host's defaults serve it. */
  unknown(id: string, errors: readonly string[], disabledByDefault: boolean): string[] | undefined;
  /** The text for an account that is switched off. */
  disabled(id: string): string;
}

/** Rules about imps; each returns the text of what is wrong. */
export interface ImpDialect {
  /** Metrics of the imp at `index`, at least one. */
  metrics(metrics: readonly Metric[], index: number): string | undefined;
  /** A banner's own size. */
  bannerSize(banner: Banner, index: number, interstitial: boolean): string | undefined;
  /** The format at place `f` of the banner. */
  bannerFormat(format: Format, index: number, f: number): string | undefined;
  /** Measures of video and audio must not be negative. */
  readonly checksMeasures: boolean;
  readonly native: NativeDialect;
}

/** Rules about native requests. */
export interface NativeDialect {
  /** The text for an imp without a native request. @param path of the native object */
  missing(path: string): string;
  /** The text for a native request that cannot be read. */
  unreadable(path: string, error: string): string;
  /** A `contextsubtype` below 0 has a text of its own. */
  readonly namesNegativeSubtype: boolean;
  /** An event tracker may name no event. */
  readonly allowsAnyEvent: boolean;
  /** Whether an event may be tracked by this method. */
  isMethod(method: number, event: number): boolean;
  /** Ids are all given anew where no asset has one above 0; else a missing one becomes `missingId(place)`. */
  readonly numbersAll: boolean;
  missingId(place: number): number;
  /** What an asset may be. @param path of the asset */
  asset(asset: NativeAsset, path: string): string | undefined;
}

/** Formats of interstitial imps. */
export interface InterstitialDialect {
  /** Percents are checked whether or not an imp is interstitial. */
  readonly checksAllPercents: boolean;
  /** The first format where it is a real size. */
  realSize(format: Format): Size | undefined;
  /** The device must give both sides. */
  readonly needsDeviceSize: boolean;
  /** The smallest side a format may have, in pixels. */
  minSide(side: number): number;
  /** The text for an imp no size fits; undefined: it keeps its formats. */
  noFit(impId: string, min: Size, max: Size): string | undefined;
}

/** Chrome's topics of interest. */
export interface TopicsDialect {
  /** Elements that cannot be used count towards the limit. */
  readonly countsInvalid: boolean;
  /** Whether a version of the classifier is read. @param version `v=…` */
  isVersion(version: string): boolean;
}

/** An AMP page's call. */
export interface AmpDialect {
  /** A switch or number that cannot be read rejects the call; else it counts as absent. */
  readonly rejectsUnreadable: boolean;
  /** Whether a text is read as a switch at all. */
  isSwitch(text: string): boolean;
  /** `ext.srv.cache` with what an AMP page needs of it. */
  withCache(cache: Ext): Ext;
  /** The texts when the stored request could not be had. */
  storedFailed(errors: readonly string[]): string[];
  /** The error of a stored request that is no JSON object. */
  storedUnreadable(id: string, error: string): string;
}

/** What a checked request goes on with. */
export interface EnrichDialect {
  /** ms of the request's `tmax` from here on; undefined: none. */
  tmax(tmax: number | undefined, config: HostConfig): number | undefined;
  /** ms the auction may take in all; undefined: no end. */
  timeLimit(tmax: number | undefined, config: HostConfig): number | undefined;
  /** Warns that the account allows no debug output. */
  warnDebugOff(findings: Findings): void;
  /** The usable entries of `multibid`, with one warning a problem. */
  multibid(given: readonly MultiBid[] | null | undefined): { readonly entries: MultiBid[]; readonly warnings: string[] };
  /** Prefix of targeting keys. @param maxKeyLength of this request, in bytes; 0: none */
  keyPrefix(requested: string | undefined, account: Account, maxKeyLength: number): KeyPrefix;
  /** Whether an account's limit of key lengths holds. */
  isKeyLimit(chars: number): boolean;
  /** Bid adjustments of request and account in one; what is wrong with them is reported. */
  bidAdjustments(request: BidRequest, account: Account, findings: Findings): BidAdjustments | undefined;
}

/** First-party data of single bidders. */
export interface FpdDialect {
  /** @param isStrict a request may be about one of app, site and dooh only */
  rules(isStrict: boolean): FpdRules;
  /** Aliases of the request are found in any case. */
  readonly aliasesInAnyCase: boolean;
}

/** Price floors: signalled to bidders, enforced on bids. */
export interface FloorsDialect {
  /** Whether floors, deal floors and fetched floors are on where nobody says, and how floors are fetched. */
  readonly defaults: FloorDefaults;
  /** Spelling of what is written into imps and `ext.srv.floors`. */
  readonly names: { readonly [of in 'rule' | 'ruleValue' | 'value' | 'status' | 'groups']: string };
  /** How the value of a rule is rounded to four decimals. */
  readonly rounding: Rounding;
  /** What is reported where floors are off. @returns what `ext.srv.floors` says then; undefined: what it said */
  whenOff(auction: Auction, given: Ext | undefined): Ext | undefined;
  /** The model in force, checked; what is wrong with it is reported. */
  chooseModel(auction: Auction, chosen: ChosenFloors, settings: FloorSettings, services: Services): FloorModel | undefined;
  /** Model groups in the order they are drawn from. */
  inOrder(groups: readonly ModelGroup[]): readonly ModelGroup[];
  /** The weight a group must reach. @param total of all groups' weights */
  drawWeight(total: number, random: Pick<Random, 'next'>): number;
  /** Whether floors are left out this time. @param rate percent, above 0 */
  isSkipDrawn(rate: number, random: Pick<Random, 'next'>): boolean;
  /** Reports rules that cannot match. */
  checkRules(auction: Auction, model: FloorModel): void;
  /** Reports what is wrong with an imp's own minimum. */
  checkImp(auction: Auction, imp: Imp, model: FloorModel): void;
  /** The text for an imp whose floor cannot be worked out. */
  unresolved(error: string): string;
  /** A model group as it is signalled. */
  groupToWrite(group: ModelGroup): Ext;
  /** Whether data that is not used is not signalled. */
  dropsUnusedData(location: Location): boolean;
  /** `enabled`, `skipped` and `skipRate` are always signalled. */
  readonly writesAll: boolean;
  /** The request's skip rate holds for fetched floors. */
  readonly ownSkipRate: boolean;
  /** Values of the field `mediaType` for a video. */
  videoTypes(placement: number | undefined): readonly string[];
  /** The field `size` is known for imps of one media type only. */
  readonly sizesOneTypeOnly: boolean;
  /** Values of the field `domain`, the more telling first. */
  domains(own: string | undefined, publisher: string | undefined): readonly (string | undefined)[];
  /** Bids for unknown imps stay while floors are enforced. */
  readonly keepsUnknownImps: boolean;
  /** Writes the floor of its imp on a bid. */
  note(bid: AuctionBid, imp: Imp, floor: number, currency: string): void;
  /** Whether a bid is not below its floor; else it is rejected and reported. @throws Error without a rate */
  passes(auction: Auction, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean;
  /** Reports a bid that cannot be compared for want of a rate. @returns whether it stays */
  withoutRate(auction: Auction, seat: Seat, bid: AuctionBid, currency: string, error: string): boolean;
}

/** Arithmetic of prices and currencies. */
export interface PriceDialect {
  /** The text where there is no rate between two currencies. */
  noRate(from: string, to: string): string;
  /** An amount in another currency. */
  convert(amount: number, rate: number): number;
  /** A rate made of two. */
  quotient(above: number, below: number): number;
  /** Rows of a rate table may share a third currency. */
  readonly sharesRows: boolean;
  /** How bid adjustment rules reckon. */
  readonly rules: RuleArithmetic;
  /** Whether rules for instream video hold. */
  isInstream(video: Pick<Video, 'placement' | 'plcmt'>): boolean;
  /** The price after factor, rules and rate, in the order of the variant. @throws Error without a rate */
  adjust(offer: Offer, factor: number, rules: AdjustmentRules | undefined, convert: Converter): Price;
  /** Currencies bids are converted to, the first that can be. @param named by the request; `standard` is the host's */
  wantedCurrencies(named: readonly string[] | undefined, standard: string): readonly string[];
  /** The floor a bidder must bid to reach `floor` once its price is multiplied by `factor`. */
  divideFloor(floor: number, factor: number): number;
}

/** Requests to bidders. */
export interface FanOutDialect {
  /** What hears of a publisher's change of an imp that cannot be made; undefined: it rejects the auction. */
  unchangedImp(findings: Findings): Passed | undefined;
  /** ms of `tmax` for one bidder; undefined: the request's own. */
  tmax(tmax: number | undefined, plan: Plan, deductionMs: number): number | undefined;
  /** ms one bidder may really take; undefined: until the auction's deadline. @param told its `tmax` */
  timeoutMs(plan: Plan, told: number | undefined): number | undefined;
  /** The imps without what the bidder cannot handle. @param isOn the host's `filter_imp_media_type` */
  filter(request: BidRequest, imps: Imp[], info: BidderInfo, preferred: string | undefined, isOn: boolean): Filtered;
}

/** Responses of bidders. */
export interface CollectDialect {
  /** Why a response with this status is not read; undefined: it is. */
  statusError(status: number): string | undefined;
  /** Adapters read responses without content (204), too. */
  readonly readsNoContent: boolean;
  /** The text for a call that took too long. @param message of the transport */
  timeoutText(message: string, auction: Auction, task: BidderTask): string;
  /** The error code of a status that is not read. */
  statusCode(status: number | undefined): number;
  /** Non-bid codes: of a call for which no time was left, of a status that is not read. */
  readonly nonBid: { readonly tmax: number; ofStatus(status: number | undefined): number };
  /** Assets of native responses: whether the requested asset must have a type, and how an id is shown. */
  readonly native: { readonly needsType: boolean; shownId(id: unknown, isImage: boolean): unknown };
}

/** Checks of bids. */
export interface BidDialect {
  /** The text for a price that may not stand. */
  badPrice(id: string, price: number): string;
  /** The price is checked before anything else. */
  readonly priceFirst: boolean;
  /** A video bid must have `adm` or `nurl`. */
  readonly videoNeedsMarkup: boolean;
  /** Warns of a request that names several currencies. */
  warnOfCurrencies(findings: Findings, bidder: string, named: readonly string[] | undefined): void;
  /** The text for each bid of a response whose currency is none; undefined: one error for all. */
  badCurrency(currency: string): string | undefined;
  /** Reports a bid that is not taken. */
  report(auction: Auction, bid: AuctionBid, rejection: Refused): void;
  /** Whether native markup gets the asset types of the request. */
  fillsNative(auction: Auction): boolean;
  /** Error code of native markup that does not fit the request. */
  readonly nativeCode: number;
  /** Such markup costs the bid. */
  readonly dropsBadNative: boolean;
  /** Stored auction responses: whether their bids are final, and which rejection an unreadable one is. */
  readonly stored: { readonly areFinal: boolean; readonly refusal: RefusalKind };
  readonly dsa: DsaDialect;
  readonly creatives: CreativeDialect;
}

/** Transparency of ads under the Digital Services Act. */
export interface DsaDialect {
  /** How long a text is. */
  lengthOf(text: string): number;
  /** Whether what publisher and buyer say of rendering is compared. */
  comparesRendering(required: boolean, adrender: unknown): boolean;
  /** Non-bid code of a bid that is not acceptable. */
  readonly nonBid: number;
  /** Reports such a bid. */
  report(auction: Auction, bid: AuctionBid, error: string): void;
}

/** Size and security of creatives. */
export interface CreativeDialect {
  /** The largest banner taken; undefined: the imp's own largest. */
  maxSize(checks: Pick<Checks, 'maxWidth' | 'maxHeight'>): Size | undefined;
  /** A creative that does not say its size does not fit. */
  readonly needsSize: boolean;
  /** Whether markup loads things with TLS. */
  isSecure(adm: string): boolean;
  /** Whether a bid's markup is checked at all. */
  looksAtMarkup(bid: AuctionBid, imp: Imp): boolean;
  /** The text for a creative that is too large. */
  sizeText(mode: Mode, bid: AuctionBid, max: Size, auction: Auction): string;
  /** The text for insecure markup. */
  markupText(mode: Mode, bid: AuctionBid, auction: Auction): string;
  /** Reports what a check found. */
  report(auction: Auction, bid: AuctionBid, found: Fault): void;
}

/** Privacy signals. */
export interface PrivacyDialect {
  /** Reports consent strings that cannot be used. */
  reportConsents(auction: Auction, context: PrivacyContext, settings: PrivacySettings): void;
}
