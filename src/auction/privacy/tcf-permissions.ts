/** TCF permissions of a bidder in an auction, of a bidder's sync, and of the host's own cookie (docs/stages/privacy.md#tcf). */
import type { Result } from '#src/lang/result.ts';
import type { TcfConsent } from '#src/privacy/tcf.ts';
import type { VendorList, VendorLists } from '#src/privacy/vendor-list.ts';
import { type BasisOverrides, hasBasicBasis, hasFullBasis, hasVendorBasis, type TcfVendor } from './tcf-basis.ts';
import type { PurposeSettings, TcfSettings } from './tcf-settings.ts';

/** A bidder's names and id: `core` for exceptions, `gvlId` 0 without a vendor id. */
export interface TcfBidder {
  readonly core: string;
  readonly gvlId: number;
}

export interface TcfPermissions {
  readonly bid: boolean;
  readonly geo: boolean;
  readonly ids: boolean;
  readonly eids: boolean;
  /** Eids of the settings' exceptions, if the others are removed. */
  readonly exemptEids: boolean;
}

/** The permissions outside the scope of the GDPR. */
export const allPermitted: TcfPermissions = { bid: true, geo: true, ids: true, eids: true, exemptEids: true };

const PURPOSE = { storage: 1, basicAds: 2, personalisedAds: 4, measurement: 7, last: 10 } as const;
/** Purposes without legitimate interest as a legal basis, by the Java variant. */
const CONSENT_ONLY = { first: 3, last: 6 } as const;
const PRECISE_GEO = 1;

/** A consent string with its vendor list; absent if either is missing. */
export interface TcfLegalBasis {
  readonly consent: TcfConsent;
  /** `missing`: no vendor declares anything, and purposes use the basic algorithm. */
  readonly list: VendorList | 'missing';
}

/** TCF 2.3: strings created from this moment on must state the disclosed vendors. Epoch ms. */
const DISCLOSURE_FROM = Date.UTC(2026, 2, 1);

/**
 * The string with its list; undefined if there is no string, or its list is not (yet) known. An unknown list is fetched in the background;
 * until then the Java variant judges without one. @param consent see `usableConsent`
 */
export function tcfLegalBasis(consent: TcfConsent | undefined, lists: VendorLists, settings: TcfSettings): TcfLegalBasis | undefined {
  if (!consent) return undefined;
  const list = lists.list(consent.listSpecVersion, consent.listVersion);
  if (!list) return settings.basicWithoutList ? { consent, list: 'missing' } : undefined;
  return { consent, list };
}

const mustDisclose = (consent: TcfConsent, settings: TcfSettings): boolean =>
  settings.strictDisclosure && Math.max(consent.createdAt, consent.lastUpdatedAt) >= DISCLOSURE_FROM;

/** Whether a string lacks the disclosed vendors it must state, or states none. */
export const lacksDisclosure = (consent: TcfConsent, settings: TcfSettings): boolean =>
  mustDisclose(consent, settings) && (consent.disclosedVendors?.isEmpty ?? true);

/** The consent of a string; undefined if it is undecodable, or lacks the disclosed vendors: such a string counts as empty. */
export const usableConsent = (read: Result<TcfConsent>, settings: TcfSettings): TcfConsent | undefined =>
  'value' in read && !lacksDisclosure(read.value, settings) ? read.value : undefined;

const isUndisclosed = (consent: TcfConsent, id: number, settings: TcfSettings): boolean =>
  mustDisclose(consent, settings) && consent.disclosedVendors?.has(id) !== true;

/** The id, or 0 if the newest list is known and does not (or no longer) contain it. */
export function liveVendorId(id: number, lists: VendorLists): number {
  if (id === 0) return 0;
  const live = lists.live();
  if (!live) return id;
  const entry = live.vendor(id);
  return entry && !entry.deleted ? id : 0;
}

const toVendor = ({ consent, list }: TcfLegalBasis, { core, gvlId }: TcfBidder, isBasic: boolean): TcfVendor => ({
  id: gvlId,
  entry: gvlId > 0 && list !== 'missing' ? list.vendor(gvlId) : undefined,
  core,
  isBasic,
  consent: consent.vendorConsent(gvlId),
  legitimateInterest: consent.vendorLegitimateInterest(gvlId),
});

const isBasic = ({ algo }: PurposeSettings, { list }: TcfLegalBasis): boolean => algo === 'basic' || list === 'missing';
const forBids: BasisOverrides = { allowLegitimateInterest: true };
const byConsent: BasisOverrides = { consentOnly: true };
const forIds: BasisOverrides = { enforcePurpose: true, enforceVendors: true };
const forIdsOfBasicAds: BasisOverrides = { ...forIds, ...forBids };

function hasBasis(
  purpose: number,
  settings: TcfSettings,
  legalBasis: TcfLegalBasis,
  vendor: TcfVendor,
  overrides: BasisOverrides,
): boolean {
  const rule = settings.purposes[purpose];
  if (!rule) return false;
  if (settings.vendorsAloneIfUnenforced && !rule.enforcePurpose && overrides.enforcePurpose !== true) {
    return hasVendorBasis(rule, vendor, overrides);
  }
  const decide = vendor.isBasic || isBasic(rule, legalBasis) ? hasBasicBasis : hasFullBasis;
  return decide(purpose, rule, legalBasis.consent, vendor, overrides);
}

/** The permissions of one bidder in an enforced auction. `legalBasis` absent: only what is not enforced at all. */
export function auctionPermissions(settings: TcfSettings, legalBasis: TcfLegalBasis | undefined, bidder: TcfBidder): TcfPermissions {
  if (!legalBasis || isUndisclosed(legalBasis.consent, bidder.gvlId, settings)) return permissionsWithoutConsent(settings, bidder);
  const vendor = toVendor(legalBasis, bidder, settings.basicVendors.has(bidder.core));
  return {
    bid: hasBasis(PURPOSE.basicAds, settings, legalBasis, vendor, forBids),
    geo: mayPassGeo(settings, legalBasis, vendor),
    ...idPermissions(settings, legalBasis, vendor),
  };
}

type IdPermissions = Pick<TcfPermissions, 'ids' | 'eids' | 'exemptEids'>;

function idPermissions(settings: TcfSettings, legalBasis: TcfLegalBasis, vendor: TcfVendor): IdPermissions {
  const { requireConsent } = settings.eids;
  if (!settings.idsNeedPurpose4) {
    const ids = mayPassIds(settings, legalBasis, vendor);
    return { ids, eids: ids && (!requireConsent || isConsentedForEids(settings, legalBasis, vendor)), exemptEids: ids };
  }
  const ids = hasBasis(PURPOSE.personalisedAds, settings, legalBasis, vendor, byConsent);
  const exemptEids = hasBasisWithoutExceptions(settings, legalBasis, vendor);
  return { ids, eids: ids || (exemptEids && !requireConsent), exemptEids };
}

/** Without a usable consent string: a call if purpose 2 is not enforced, the location if the feature is not, ids never. */
export const defaultPermissions = (settings: TcfSettings): TcfPermissions => ({
  bid: settings.purposes[PURPOSE.basicAds]?.enforcePurpose === false,
  geo: !settings.feature1.enforce,
  ids: false,
  eids: false,
  exemptEids: false,
});

/** The same; a host that enforces vendors even then also honours exceptions. */
function permissionsWithoutConsent(settings: TcfSettings, { core }: TcfBidder): TcfPermissions {
  if (!settings.enforceVendorsWithoutConsent) return defaultPermissions(settings);
  const ids = isUnenforced(PURPOSE.personalisedAds, settings, core);
  const geo = !settings.feature1.enforce || settings.feature1.exceptions.has(core);
  return { bid: isUnenforced(PURPOSE.basicAds, settings, core), geo, ids, eids: ids, exemptEids: false };
}

/** Whether a purpose needs no consent of the user for this bidder. */
function isUnenforced(purpose: number, { purposes, basicVendors }: TcfSettings, core: string): boolean {
  const rule = purposes[purpose];
  if (!rule) return false;
  return rule.exceptions.has(core) || (!rule.enforcePurpose && (!rule.enforceVendors || basicVendors.has(core)));
}

/** Any purpose from 2 on has a legal basis; purpose and vendor count even if they are not enforced. */
function mayPassIds(settings: TcfSettings, legalBasis: TcfLegalBasis, vendor: TcfVendor): boolean {
  for (let purpose = PURPOSE.basicAds as number; purpose <= PURPOSE.last; purpose++) {
    const overrides = purpose === PURPOSE.basicAds ? forIdsOfBasicAds : forIds;
    if (hasBasis(purpose, settings, legalBasis, vendor, overrides)) return true;
  }
  return false;
}

/** Any purpose from 2 on has a legal basis by the user's own choice, without exceptions. */
function hasBasisWithoutExceptions(settings: TcfSettings, legalBasis: TcfLegalBasis, vendor: TcfVendor): boolean {
  for (let purpose = PURPOSE.basicAds as number; purpose <= PURPOSE.last; purpose++) {
    const consentOnly = purpose >= CONSENT_ONLY.first && purpose <= CONSENT_ONLY.last;
    const allowLegitimateInterest = purpose === PURPOSE.basicAds;
    const overrides: BasisOverrides = { ...forIds, blockExceptions: true, consentOnly, allowLegitimateInterest };
    if (hasBasis(purpose, settings, legalBasis, vendor, overrides)) return true;
  }
  return false;
}

/** Purpose 4 has consent as its legal basis: a legitimate interest cannot justify profiles. */
function isConsentedForEids(settings: TcfSettings, legalBasis: TcfLegalBasis, vendor: TcfVendor): boolean {
  const purpose = PURPOSE.personalisedAds;
  if (!hasBasis(purpose, settings, legalBasis, vendor, forIds)) return false;
  return legalBasis.consent.purposeConsent(purpose) || settings.purposes[purpose]?.exceptions.has(vendor.core) === true;
}

function mayPassGeo({ feature1 }: TcfSettings, { consent }: TcfLegalBasis, vendor: TcfVendor): boolean {
  if (!feature1.enforce || feature1.exceptions.has(vendor.core)) return true;
  if (!consent.specialFeature(PRECISE_GEO)) return false;
  return vendor.isBasic || vendor.entry?.specialFeatures.includes(PRECISE_GEO) === true;
}

/** Purpose 1: storing and reading data on the user's device. In the Go variant basic vendors do not change its algorithm. */
function mayStore(settings: TcfSettings, legalBasis: TcfLegalBasis, bidder: TcfBidder, overrides: BasisOverrides): boolean {
  const rule = settings.purposes[PURPOSE.storage];
  if (!rule || (!rule.enforcePurpose && !settings.purpose1AsOthers)) return true;
  if (legalBasis.consent.purposeOneTreatment && settings.treatment.enabled) return settings.treatment.accessAllowed;
  if (isUndisclosed(legalBasis.consent, bidder.gvlId, settings)) {
    return settings.purpose1AsOthers && isUnenforced(PURPOSE.storage, settings, bidder.core);
  }
  const vendor = toVendor(legalBasis, bidder, settings.basicVendors.has(bidder.core));
  if (settings.purpose1AsOthers) return hasBasis(PURPOSE.storage, settings, legalBasis, vendor, overrides);
  const decide = isBasic(rule, legalBasis) ? hasBasicBasis : hasFullBasis;
  return decide(PURPOSE.storage, rule, legalBasis.consent, vendor, overrides);
}

/** Whether a bidder may sync under an enforced GDPR. In the Go variant exceptions do not apply to a bidder without a vendor id. */
export function maySync(settings: TcfSettings, legalBasis: TcfLegalBasis | undefined, bidder: TcfBidder): boolean {
  if (legalBasis === undefined) return false;
  const isKnown =
    bidder.gvlId > 0 || (settings.purpose1AsOthers && settings.purposes[PURPOSE.storage]?.exceptions.has(bidder.core) === true);
  return isKnown && mayStore(settings, legalBasis, bidder, {});
}

/** Whether the host may set its cookie under an enforced GDPR. */
export function maySetHostCookie(settings: TcfSettings, legalBasis: TcfLegalBasis | undefined): boolean {
  if (settings.hostVendorId === 0) return true;
  const host = { core: '', gvlId: settings.hostVendorId };
  return legalBasis !== undefined && mayStore(settings, legalBasis, host, { blockExceptions: true });
}

/** Whether an analytics module with this vendor id may receive an auction (purpose 7; Java variant). */
export function mayMeasure(settings: TcfSettings, legalBasis: TcfLegalBasis | undefined, module: TcfBidder): boolean {
  if (!legalBasis && settings.enforceVendorsWithoutConsent) return isUnenforced(PURPOSE.measurement, settings, module.core);
  if (!legalBasis) return settings.purposes[PURPOSE.measurement]?.enforcePurpose === false;
  if (isUndisclosed(legalBasis.consent, module.gvlId, settings)) return false;
  return hasBasis(PURPOSE.measurement, settings, legalBasis, toVendor(legalBasis, module, settings.basicVendors.has(module.core)), {});
}
