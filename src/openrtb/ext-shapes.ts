/**
 * The fields of our own extension objects as data, in the format of `shapes.ts`: `name[suffixes]:type`, suffix `[]` list, `{}` map, `[?]`
 * list or a single item; types: kinds of `checks.ts`, a shape below, or an OpenRTB shape.
 */
import { type Check, KINDS, type Kind, listOf, mapOf, objectOf, type ShapeError } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import { shapeKind } from './decode.ts';
import { legacyGranularity } from './granularity.ts';
import type { ShapeName } from './shapes.ts';

const lines = {
  RequestSrv: `adservertargeting[]:AdServerTargeting aliases{}:s aliasgvlids{}:u16 alternatebiddercodes:AlternateBidderCodes
    amp:o analytics{}:j bidadjustmentfactors:factors bidadjustments:BidAdjustments bidderconfig[]:BidderConfig
    biddercontrols{}:BidderControl bidderparams:j cache:Cache channel:Channel createtids:b currency:Currency data:Data debug:flag
    events:j experiment:Experiment experimentadscert:Switch floors:o integration:s macros{}:s multibid[]:MultiBid nosale[]:s
    passthrough:j profiles[]:s returnallbidstatus:b schains[]:ChainFor sdk:o secondarybidders[]:s server:o
    storedauctionresponse:StoredResponse storedrequest:StoredRequest supportdeals:b targeting:Targeting trace:s`,
  AdServerTargeting: 'key:s source:s value:s',
  AlternateBidderCodes: 'enabled:b bidders{}:AlternateBidder',
  AlternateBidder: 'enabled:b allowedbiddercodes[]:s',
  BidAdjustments: 'mediatype:AdjustedTypes',
  AdjustedTypes: `banner{}{}[]:BidAdjustment audio{}{}[]:BidAdjustment native{}{}[]:BidAdjustment *{}{}[]:BidAdjustment
    video-instream{}{}[]:BidAdjustment video-outstream{}{}[]:BidAdjustment`,
  BidAdjustment: 'adjtype:s value:f currency:s',
  BidderConfig: 'bidders[]:s config:FirstParty',
  FirstParty: 'ortb2:o fpd:o',
  BidderControl: 'prefmtype:s',
  Cache: 'bids:CacheEntry vastxml:CacheEntry winningonly:b',
  CacheEntry: 'returnCreative:b ttlseconds:i',
  Channel: 'name:s version:s',
  Currency: 'rates{}{}:f usepbsrates:b',
  Data: 'bidders[]:s eidpermissions[]:permission',
  EidPermission: 'inserter:s source:s matcher:s mm:i bidders:names',
  Experiment: 'adscert:Switch',
  Switch: 'enabled:b',
  MultiBid: 'bidder:s bidders[]:s maxbids:i targetbiddercodeprefix:s',
  ChainFor: 'bidders[]:s schain:SupplyChain',
  StoredRequest: 'id:s',
  StoredResponse: 'id:s seatbidobj:o seatbidarr[]:seat',
  Targeting: `pricegranularity:granularity mediatypepricegranularity:MediaTypeGranularity includewinners:b includebidderkeys:b
    includeformat:b includebrandcategory:BrandCategory durationrangesec[]:i preferdeals:b appendbiddernames:b alwaysincludedeals:b
    prefix:s truncateattrchars:i`,
  MediaTypeGranularity: 'banner:granularity video:granularity native:granularity audio:granularity',
  Granularity: 'precision:i ranges[]:Range',
  Range: 'min:f max:f increment:f',
  BrandCategory: 'primaryadserver:i publisher:s withcategory:b translatecategories:b',
  ImpSrv: `bidder{}:j floors:o imp{}:o is_rewarded_inventory:i8 options:ImpOptions passthrough:j profiles[]:s
    storedauctionresponse:StoredResponse storedbidresponse[?]:StoredBid storedrequest:StoredRequest`,
  ImpOptions: 'echovideoattrs:b',
  StoredBid: 'bidder:s id:s replaceimpid:b',
  UserSrv: 'buyeruids{}:s',
  AppSrv: 'source:s version:s',
  Dsa: 'dsarequired:i8 pubrender:i8 datatopub:i8 transparency[]:DsaTransparency',
  DsaTransparency: 'domain:s dsaparams[]:i',
  BidMeta: `adaptercode:s advertiserDomains[]:s advertiserId:i advertiserName:s agencyId:i agencyName:s brandId:i brandName:s
    dchain:j demandSource:s mediaType:s networkId:i networkName:s primaryCatId:s rendererName:s rendererVersion:s rendererData:j
    rendererUrl:s secondaryCatIds[]:s seat:s`,
} as const;

export type ExtShapeName = keyof typeof lines;

/** Names of a shape's fields. */
export const extFields = (name: ExtShapeName): string[] => lines[name].split(/\s+/).map((line) => line.replace(/[[{:].*/, ''));

/** A string is a legacy name (unchanged in lenient mode: the Java variant checks it later). */
const granularity: Check = (value, holder, key, lenient) => {
  if (typeof value !== 'string') return extKind('Granularity').check(value, holder, key, lenient);
  if (lenient) return undefined;
  const found = legacyGranularity(value);
  if (!found) return { path: '', message: `unknown price granularity: ${value}` };
  holder[key] = found;
  return undefined;
};

const factorsByType = mapOf(mapOf(KINDS.f));
/** A bidder's number; under `mediatypes` such numbers by media type. */
const factor: Check = (value, holder, key, lenient) =>
  (key === 'mediatypes' && isObject(value) ? factorsByType : KINDS.f).check(value, holder, key, lenient);

/** A boolean; bidders of the Java variant receive 0 and 1 unchanged, and as numbers if they are written as strings. */
const flag: Check = (value, holder, key, lenient) => {
  if (!lenient || typeof value === 'boolean') return KINDS.b.check(value, holder, key, lenient);
  if (KINDS.i.check(value, holder, key, true)) return KINDS.b.check(value, holder, key, true);
  const number = holder[key] ?? 0;
  return number === 0 || number === 1 ? undefined : KINDS.b.check(number, holder, key, true);
};

/** A permission of an eid source; `null` remains in lenient mode: the Java variant rejects it later. */
const permission: Check = (value, holder, key, lenient) => extKind('EidPermission').check(value, holder, key, lenient);

const nameList = listOf(KINDS.s);
/** The bidders of a permission: the one list that a single value does not replace in lenient mode. */
const names: Check = (value, holder, key, lenient) => nameList.check(value, holder, key, lenient && Array.isArray(value));

const SPECIAL: { readonly [name: string]: Kind } = {
  ...KINDS,
  flag: { check: flag, zero: () => false },
  granularity: { check: granularity, zero: () => ({}) },
  factors: mapOf({ check: factor, zero: KINDS.f.zero }),
  names: { check: names, zero: nameList.zero },
  // `null` remains in lenient mode: the Java variant reports it.
  seat: { check: KINDS.o.check, zero: (lenient) => (lenient ? null : {}) },
  permission: { check: permission, zero: (lenient) => (lenient ? null : {}) },
};

const compiled = new Map<ExtShapeName, Kind>();

/** The check of one of our shapes. */
export function extKind(name: ExtShapeName): Kind {
  let kind = compiled.get(name);
  if (!kind) {
    kind = objectOf(() => new Map(lines[name].split(/\s+/).map(toField)));
    compiled.set(name, kind);
  }
  return kind;
}

function toField(line: string): [string, Kind] {
  const found = /^([\w*-]+?)((?:\[\??\]|\{\})*):(\w+)$/.exec(line);
  if (!found) throw new Error(`invalid extension field: ${line}`);
  const [, name = '', suffixes = '', type = ''] = found;
  let kind = SPECIAL[type] ?? (type in lines ? extKind(type as ExtShapeName) : shapeKind(type as ShapeName));
  for (const suffix of (suffixes.match(/\[\??\]|\{\}/g) ?? []).reverse()) {
    kind = suffix === '{}' ? mapOf(kind) : listOf(kind, suffix === '[?]');
  }
  return [name, kind];
}

/** The first error of a value of one of our shapes; normalizes spelling, nulls and legacy granularity names in place. */
export const extError = (name: ExtShapeName, value: unknown, lenient = false): ShapeError | undefined =>
  extKind(name).check(value, {}, '', lenient);
