/** Whether one purpose has a legal basis for one vendor: the full and the basic algorithm. */
import type { TcfConsent } from '#src/privacy/tcf.ts';
import type { VendorEntry } from '#src/privacy/vendor-list.ts';
import type { PurposeSettings } from './tcf-settings.ts';

/** A bidder, or the host, as TCF sees it. */
export interface TcfVendor {
  /** Id in the vendor list; 0: none. */
  readonly id: number;
  /** Its entry in the consent string's vendor list. */
  readonly entry: VendorEntry | undefined;
  /** Core bidder, by which exceptions are configured; '' for the host. */
  readonly core: string;
  readonly isBasic: boolean;
  readonly consent: boolean;
  readonly legitimateInterest: boolean;
}

/** Overrides of the settings by the caller. */
export interface BasisOverrides {
  readonly enforcePurpose?: boolean | undefined;
  readonly enforceVendors?: boolean | undefined;
  /** The basic algorithm counts the purpose's legitimate interest. */
  readonly allowLegitimateInterest?: boolean | undefined;
  readonly blockExceptions?: boolean | undefined;
  /** A legitimate interest is no legal basis. */
  readonly consentOnly?: boolean | undefined;
}

const none: BasisOverrides = {};
const FORBIDDEN = 0;
const CONSENT_ONLY = 1;
const INTEREST_ONLY = 2;

const isException = (settings: PurposeSettings, vendor: TcfVendor, overrides: BasisOverrides): boolean =>
  overrides.blockExceptions !== true && settings.exceptions.has(vendor.core);

/** By the vendor's declarations, the user's choices and the publisher's restrictions. */
export function hasFullBasis(
  purpose: number,
  settings: PurposeSettings,
  consent: TcfConsent,
  vendor: TcfVendor,
  overrides: BasisOverrides = none,
): boolean {
  if (consent.isRestricted(purpose, FORBIDDEN, vendor.id)) return false;
  const enforcePurpose = overrides.enforcePurpose === true || settings.enforcePurpose;
  const enforceVendors = overrides.enforceVendors === true || settings.enforceVendors;
  if (!enforcePurpose && !enforceVendors) return true;
  if (isException(settings, vendor, overrides)) return true;
  const { entry } = vendor;
  if (!entry) return false;
  const isFlexible = entry.flexiblePurposes.includes(purpose);
  const consented =
    (isFlexible || entry.purposes.includes(purpose)) &&
    (!enforcePurpose || consent.purposeConsent(purpose)) &&
    (!enforceVendors || vendor.consent);
  const hasInterest =
    overrides.consentOnly !== true &&
    (isFlexible || entry.legIntPurposes.includes(purpose)) &&
    (!enforcePurpose || consent.purposeLegitimateInterest(purpose)) &&
    (!enforceVendors || vendor.legitimateInterest);
  if (consent.isRestricted(purpose, CONSENT_ONLY, vendor.id)) return consented;
  if (consent.isRestricted(purpose, INTEREST_ONLY, vendor.id)) return hasInterest;
  return consented || hasInterest;
}

/** By the user's choices alone, without the vendor list. */
export function hasBasicBasis(
  purpose: number,
  settings: PurposeSettings,
  consent: TcfConsent,
  vendor: TcfVendor,
  overrides: BasisOverrides = none,
): boolean {
  const enforcePurpose = overrides.enforcePurpose === true || settings.enforcePurpose;
  const enforceVendors = overrides.enforceVendors === true || settings.enforceVendors;
  if (!enforcePurpose && !enforceVendors) return true;
  if (isException(settings, vendor, overrides)) return true;
  if (!enforcePurpose && vendor.isBasic) return true;
  if (enforcePurpose && consent.purposeConsent(purpose) && vendor.isBasic) return true;
  if (overrides.allowLegitimateInterest && consent.purposeLegitimateInterest(purpose)) return true;
  if (enforcePurpose && !consent.purposeConsent(purpose)) return false;
  return !enforceVendors || vendor.consent;
}

/** By the vendor alone, whatever the purpose: for one that is not enforced. */
export const hasVendorBasis = (settings: PurposeSettings, vendor: TcfVendor, overrides: BasisOverrides): boolean =>
  !settings.enforceVendors ||
  isException(settings, vendor, overrides) ||
  vendor.isBasic ||
  vendor.consent ||
  (vendor.legitimateInterest && overrides.consentOnly !== true);
