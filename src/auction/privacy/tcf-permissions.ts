/** What TCF allows a bidder in an auction, a bidder's sync, and the host's own cookie (privacy.md section 8). */
import type { TcfConsent } from './tcf.ts';
import { type BasisOverrides, hasBasicBasis, hasFullBasis, type TcfVendor } from './tcf-basis.ts';
import type { PurposeSettings, TcfSettings } from './tcf-settings.ts';
import type { VendorList, VendorLists } from './vendor-list.ts';

/** A bidder's names and number: `core` for exceptions, `gvlId` 0 where it has none. */
export interface TcfBidder {
  readonly core: string;
  readonly gvlId: number;
}

export interface TcfPermissions {
  readonly bid: boolean;
  readonly geo: boolean;
  readonly ids: boolean;
  readonly eids: boolean;
}

export const allPermitted: TcfPermissions = { bid: true, geo: true, ids: true, eids: true };

const PURPOSE = { storage: 1, basicAds: 2, personalisedAds: 4, measurement: 7, last: 10 } as const;
const PRECISE_GEO = 1;

/** A consent string with the list it goes by; absent where either is missing. */
export interface TcfGround {
  readonly consent: TcfConsent;
  readonly list: VendorList;
}

/** TCF 2.3: strings from this moment on must say which vendors were disclosed. Epoch ms. */
const DISCLOSURE_FROM = Date.UTC(2026, 2, 1);

/**
 * The string with its list; undefined where there is no usable string, its list is not (yet) known, or TCF 2.3 is held to
 * and the string does not say which vendors it disclosed. Asking for an unknown list starts its fetch.
 */
export function tcfGround(consent: TcfConsent | undefined, lists: VendorLists, settings: TcfSettings): TcfGround | undefined {
  if (!consent) return undefined;
  if (lacksDisclosure(consent, settings)) return undefined;
  const list = lists.list(consent.listSpecVersion, consent.listVersion);
  return list && { consent, list };
}

const mustDisclose = (consent: TcfConsent, settings: TcfSettings): boolean =>
  settings.strictDisclosure && Math.max(consent.createdAt, consent.lastUpdatedAt) >= DISCLOSURE_FROM;

/** Whether a string that must say which vendors it disclosed does not. */
export const lacksDisclosure = (consent: TcfConsent, settings: TcfSettings): boolean =>
  mustDisclose(consent, settings) && !consent.disclosedVendors;

const isUndisclosed = (consent: TcfConsent, id: number, settings: TcfSettings): boolean =>
  mustDisclose(consent, settings) && consent.disclosedVendors?.has(id) !== true;

/** The id, or 0 where the newest list is known and does not (any longer) have it. */
export function liveVendorId(id: number, lists: VendorLists): number {
  if (id === 0) return 0;
  const live = lists.live();
  if (!live) return id;
  const entry = live.vendor(id);
  return entry && !entry.deleted ? id : 0;
}

const toVendor = ({ consent, list }: TcfGround, { core, gvlId }: TcfBidder, isBasic: boolean): TcfVendor => ({
  id: gvlId,
  entry: gvlId > 0 ? list.vendor(gvlId) : undefined,
  core,
  isBasic,
  consent: consent.vendorConsent(gvlId),
  legitimateInterest: consent.vendorLegitimateInterest(gvlId),
});

const basic = (settings: PurposeSettings, vendor: TcfVendor): boolean => settings.algo === 'basic' || vendor.isBasic;
const forBids: BasisOverrides = { allowLegitimateInterest: true };
const forIds: BasisOverrides = { enforcePurpose: true, enforceVendors: true };
const forIdsOfBasicAds: BasisOverrides = { ...forIds, ...forBids };

function hasBasis(purpose: number, settings: TcfSettings, ground: TcfGround, vendor: TcfVendor, overrides: BasisOverrides): boolean {
  const rule = settings.purposes[purpose];
  if (!rule) return false;
  const judge = basic(rule, vendor) ? hasBasicBasis : hasFullBasis;
  return judge(purpose, rule, ground.consent, vendor, overrides);
}

/** What an enforced auction allows one bidder. `ground` absent: only what is not enforced at all. */
export function auctionPermissions(settings: TcfSettings, ground: TcfGround | undefined, bidder: TcfBidder): TcfPermissions {
  if (!ground || isUndisclosed(ground.consent, bidder.gvlId, settings)) return defaultPermissions(settings);
  const vendor = toVendor(ground, bidder, settings.basicVendors.has(bidder.core));
  const ids = mayPassIds(settings, ground, vendor);
  return {
    bid: hasBasis(PURPOSE.basicAds, settings, ground, vendor, forBids),
    geo: mayPassGeo(settings, ground, vendor),
    ids,
    eids: ids && (!settings.eids.requireConsent || isConsentedForEids(settings, ground, vendor)),
  };
}

/** Without a usable consent string: a call where purpose 2 is not enforced, the place where the feature is not, ids never. */
export const defaultPermissions = (settings: TcfSettings): TcfPermissions => ({
  bid: settings.purposes[PURPOSE.basicAds]?.enforcePurpose === false,
  geo: !settings.feature1.enforce,
  ids: false,
  eids: false,
});

/** Any purpose from 2 on has a basis; purpose and vendor count even where they are not enforced. */
function mayPassIds(settings: TcfSettings, ground: TcfGround, vendor: TcfVendor): boolean {
  for (let purpose = PURPOSE.basicAds as number; purpose <= PURPOSE.last; purpose++) {
    const overrides = purpose === PURPOSE.basicAds ? forIdsOfBasicAds : forIds;
    if (hasBasis(purpose, settings, ground, vendor, overrides)) return true;
  }
  return false;
}

/** Purpose 4 has a basis, and that is consent: a legitimate interest cannot carry profiles. */
function isConsentedForEids(settings: TcfSettings, ground: TcfGround, vendor: TcfVendor): boolean {
  const purpose = PURPOSE.personalisedAds;
  if (!hasBasis(purpose, settings, ground, vendor, forIds)) return false;
  return ground.consent.purposeConsent(purpose) || settings.purposes[purpose]?.exceptions.has(vendor.core) === true;
}

function mayPassGeo({ feature1 }: TcfSettings, { consent }: TcfGround, vendor: TcfVendor): boolean {
  if (!feature1.enforce || feature1.exceptions.has(vendor.core)) return true;
  if (!consent.specialFeature(PRECISE_GEO)) return false;
  return vendor.isBasic || vendor.entry?.specialFeatures.includes(PRECISE_GEO) === true;
}

/** Purpose 1: storing on, and reading from, the user's device. */
function mayStore(settings: TcfSettings, ground: TcfGround, bidder: TcfBidder, overrides: BasisOverrides): boolean {
  const rule = settings.purposes[PURPOSE.storage];
  if (!rule?.enforcePurpose) return true;
  if (ground.consent.purposeOneTreatment && settings.treatment.enabled) return settings.treatment.accessAllowed;
  if (isUndisclosed(ground.consent, bidder.gvlId, settings)) return false;
  const vendor = toVendor(ground, bidder, false);
  const judge = rule.algo === 'basic' ? hasBasicBasis : hasFullBasis;
  return judge(PURPOSE.storage, rule, ground.consent, vendor, overrides);
}

/** Whether a bidder may sync where the GDPR is enforced. Exceptions do not help a bidder without a vendor id. */
export function maySync(settings: TcfSettings, ground: TcfGround | undefined, bidder: TcfBidder): boolean {
  return bidder.gvlId > 0 && ground !== undefined && mayStore(settings, ground, bidder, {});
}

/** Whether the host may set its cookie where the GDPR is enforced. */
export function maySetHostCookie(settings: TcfSettings, ground: TcfGround | undefined): boolean {
  if (settings.hostVendorId === 0) return true;
  const host = { core: '', gvlId: settings.hostVendorId };
  return ground !== undefined && mayStore(settings, ground, host, { blockExceptions: true });
}

/** Whether an analytics module of this vendor id may be told of an auction (purpose 7; Java variant). */
export function mayMeasure(settings: TcfSettings, ground: TcfGround | undefined, module: TcfBidder): boolean {
  if (!ground) return settings.purposes[PURPOSE.measurement]?.enforcePurpose === false;
  if (isUndisclosed(ground.consent, module.gvlId, settings)) return false;
  return hasBasis(PURPOSE.measurement, settings, ground, toVendor(ground, module, settings.basicVendors.has(module.core)), {});
}
