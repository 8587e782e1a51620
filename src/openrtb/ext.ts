/**
 * Our own extension objects. Internally the key is always `srv`; `rename.ts` converts it at the boundaries. Values are external: fields
 * typed `unknown` must be validated before use.
 */
export interface Ext {
  [key: string]: unknown;
}

export interface PriceRange {
  min?: number | undefined;
  max: number;
  increment: number;
}

export interface PriceGranularity {
  precision?: number | undefined;
  ranges?: PriceRange[] | undefined;
}

export interface IncludeBrandCategory {
  primaryadserver?: number | undefined;
  publisher?: string | undefined;
  withcategory?: boolean | undefined;
  translatecategories?: boolean | undefined;
}

export interface TargetingExt {
  pricegranularity?: PriceGranularity | string | undefined;
  mediatypepricegranularity?: { [mediaType: string]: PriceGranularity | string | undefined } | undefined;
  includewinners?: boolean | undefined;
  includebidderkeys?: boolean | undefined;
  includeformat?: boolean | undefined;
  preferdeals?: boolean | undefined;
  alwaysincludedeals?: boolean | undefined;
  appendbiddernames?: boolean | undefined;
  includebrandcategory?: IncludeBrandCategory | undefined;
  durationrangesec?: number[] | undefined;
  prefix?: string | undefined;
  truncateattrchars?: number | undefined;
}

export interface CacheEntry {
  ttlseconds?: number | undefined;
  returnCreative?: boolean | undefined;
}

export interface MultiBid {
  bidder?: string | undefined;
  bidders?: string[] | undefined;
  maxbids?: number | undefined;
  targetbiddercodeprefix?: string | undefined;
}

export interface BidAdjustment {
  adjtype: string;
  value: number;
  currency?: string | undefined;
}
/** media type | `*` → bidder | `*` → deal id | `*` → rules applied in order. */
export interface BidAdjustments {
  mediatype?: { [mediaType: string]: { [bidder: string]: { [deal: string]: BidAdjustment[] } } } | undefined;
}

export interface AlternateBidderCodes {
  enabled?: boolean | undefined;
  bidders?: { [bidder: string]: { enabled?: boolean | undefined; allowedbiddercodes?: string[] | undefined } } | undefined;
}

export interface BidderConfig {
  bidders?: string[] | undefined;
  config?: { ortb2?: Ext | undefined } | undefined;
}

export interface EidPermission {
  inserter?: string | undefined;
  source?: string | undefined;
  matcher?: string | undefined;
  mm?: number | undefined;
  bidders?: string[] | undefined;
}

export interface AdServerTargeting {
  key?: string | undefined;
  source?: string | undefined;
  value?: string | undefined;
}

/** `request.ext.srv` */
export interface RequestSrv {
  adservertargeting?: AdServerTargeting[] | undefined;
  aliases?: { [alias: string]: string } | undefined;
  aliasgvlids?: { [alias: string]: number } | undefined;
  alternatebiddercodes?: AlternateBidderCodes | undefined;
  amp?: { data?: { [name: string]: string } | undefined } | undefined;
  analytics?: { [name: string]: unknown } | undefined;
  auctiontimestamp?: number | undefined;
  /** Numbers by bidder; `mediatypes` (Java variant): media type → bidder → number */
  bidadjustmentfactors?: { [bidder: string]: unknown } | undefined;
  bidadjustments?: BidAdjustments | undefined;
  bidderconfig?: BidderConfig[] | undefined;
  biddercontrols?: { [bidder: string]: { prefmtype?: string | undefined } } | undefined;
  bidderparams?: { [bidder: string]: unknown } | undefined;
  cache?: { bids?: CacheEntry | undefined; vastxml?: CacheEntry | undefined; winningonly?: boolean | undefined } | undefined;
  channel?: { name?: string | undefined; version?: string | undefined } | undefined;
  createtids?: boolean | undefined;
  currency?: { rates?: { [from: string]: { [to: string]: number } } | undefined; usepbsrates?: boolean | undefined } | undefined;
  data?: { bidders?: string[] | undefined; eidpermissions?: EidPermission[] | undefined } | undefined;
  debug?: boolean | undefined;
  events?: unknown;
  experiment?: { adscert?: { enabled?: boolean | undefined } | undefined } | undefined;
  floors?: Ext | undefined;
  integration?: string | undefined;
  macros?: { [name: string]: string } | undefined;
  multibid?: MultiBid[] | undefined;
  nosale?: string[] | undefined;
  passthrough?: unknown;
  profiles?: string[] | undefined;
  returnallbidstatus?: boolean | undefined;
  schains?: { bidders?: string[] | undefined; schain?: SupplyChain | undefined }[] | undefined;
  sdk?: Ext | undefined;
  secondarybidders?: string[] | undefined;
  server?: Ext | undefined;
  storedauctionresponse?: { id?: string | undefined; seatbidarr?: Ext[] | undefined } | undefined;
  storedrequest?: { id?: string | undefined } | undefined;
  supportdeals?: boolean | undefined;
  targeting?: TargetingExt | undefined;
  trace?: string | undefined;
  [key: string]: unknown;
}

export interface RequestExt {
  srv?: RequestSrv | undefined;
  [key: string]: unknown;
}

/** `imp.ext.srv` */
export interface ImpSrv {
  adunitcode?: string | undefined;
  bidder?: { [bidder: string]: Ext } | undefined;
  floors?: Ext | undefined;
  imp?: { [bidder: string]: Ext } | undefined;
  is_rewarded_inventory?: number | undefined;
  options?: { echovideoattrs?: boolean | undefined } | undefined;
  passthrough?: unknown;
  profiles?: string[] | undefined;
  storedauctionresponse?: { id?: string | undefined; seatbidobj?: Ext | undefined } | undefined;
  storedbidresponse?: { bidder?: string | undefined; id?: string | undefined; replaceimpid?: boolean | undefined }[] | undefined;
  storedrequest?: { id?: string | undefined } | undefined;
  [key: string]: unknown;
}

export interface ImpExt {
  srv?: ImpSrv | undefined;
  /** Only in a bidder's own copy: that bidder's parameters. */
  bidder?: Ext | undefined;
  data?: Ext | undefined;
  tid?: string | undefined;
  [key: string]: unknown;
}

export interface UserExt {
  srv?: { buyeruids?: { [bidder: string]: string } | undefined } | undefined;
  data?: Ext | undefined;
  [key: string]: unknown;
}

export interface RegsExt {
  gpc?: string | number | undefined;
  dsa?: Ext | undefined;
  [key: string]: unknown;
}

export interface DeviceExt {
  srv?: { interstitial?: { minwidthperc?: number | undefined; minheightperc?: number | undefined } | undefined } | undefined;
  atts?: number | undefined;
  cdep?: string | undefined;
  [key: string]: unknown;
}

/** `bid.ext.srv` of the response; bidders may also send `bid.ext.srv`. */
export interface BidSrv {
  bidid?: string | undefined;
  cache?: Ext | undefined;
  dealpriority?: number | undefined;
  dealtiersatisfied?: boolean | undefined;
  events?: { win?: string | undefined; imp?: string | undefined } | undefined;
  floors?: Ext | undefined;
  meta?: Ext | undefined;
  passthrough?: unknown;
  rank?: number | undefined;
  storedrequestattributes?: unknown;
  targetbiddercode?: string | undefined;
  targeting?: { [key: string]: string } | undefined;
  type?: string | undefined;
  video?: Ext | undefined;
  [key: string]: unknown;
}

export interface BidExt {
  srv?: BidSrv | undefined;
  origbidcpm?: number | undefined;
  origbidcur?: string | undefined;
  [key: string]: unknown;
}

export interface ResponseExt {
  srv?: Ext | undefined;
  debug?: Ext | undefined;
  errors?: { [bidder: string]: { code: number; message: string }[] } | undefined;
  warnings?: { [bidder: string]: { code: number; message: string }[] } | undefined;
  responsetimemillis?: { [bidder: string]: number } | undefined;
  tmaxrequest?: number | undefined;
  [key: string]: unknown;
}

export interface SupplyChain {
  complete?: number | undefined;
  nodes?: SupplyChainNode[] | undefined;
  ver?: string | undefined;
  ext?: Ext | undefined;
}

export interface SupplyChainNode {
  asi?: string | undefined;
  sid?: string | undefined;
  rid?: string | undefined;
  name?: string | undefined;
  domain?: string | undefined;
  hp?: number | undefined;
  ext?: Ext | undefined;
}
