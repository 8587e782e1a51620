/** The optional segments of a TCF string: the disclosed vendors, and the publisher's own purposes. */
import { type Bits, toBits } from './bits.ts';
import { readVendorSection, type VendorSet } from './tcf-vendors.ts';

const DISCLOSED_VENDORS = 1;
const ALLOWED_VENDORS = 2;
const PUBLISHER_TC = 3;
/** Real strings have fewer segments; the rest is ignored. */
const MAX_SEGMENTS = 8;

/** The user's consent for the publisher itself. */
export interface PublisherTc {
  purposeConsent(purpose: number): boolean;
  purposeLegitimateInterest(purpose: number): boolean;
  readonly customPurposes: number;
  customConsent(purpose: number): boolean;
  customLegitimateInterest(purpose: number): boolean;
}

export interface OptionalSegments {
  readonly disclosedVendors?: VendorSet | undefined;
  readonly allowedVendors?: VendorSet | undefined;
  readonly publisherTc?: PublisherTc | undefined;
}

/** Reads the segments after the core string; a malformed one counts as absent. */
export function readOptionalSegments(text: string): OptionalSegments {
  const found: { disclosedVendors?: VendorSet; allowedVendors?: VendorSet; publisherTc?: PublisherTc } = {};
  for (const part of text.split('.', MAX_SEGMENTS).slice(1)) {
    const bits = toBits(part);
    if (!bits || bits.length < 6) continue;
    const type = bits.uint(0, 3);
    if (type === PUBLISHER_TC) found.publisherTc = publisherTc(bits);
    else if (type === DISCLOSED_VENDORS || type === ALLOWED_VENDORS) {
      const section = readVendorSection(bits, 3);
      if ('error' in section) continue;
      if (type === DISCLOSED_VENDORS) found.disclosedVendors = section.value.vendors;
      else found.allowedVendors = section.value.vendors;
    }
  }
  return found;
}

const FIRST = { consent: 3, legitimateInterest: 27, customCount: 51, custom: 57 } as const;

function publisherTc(bits: Bits): PublisherTc {
  const customPurposes = bits.uint(FIRST.customCount, 6);
  const isSet = (first: number, last: number, n: number): boolean => n >= 1 && n <= last && bits.bit(first + n - 1);
  return {
    customPurposes,
    purposeConsent: (purpose) => isSet(FIRST.consent, 24, purpose),
    purposeLegitimateInterest: (purpose) => isSet(FIRST.legitimateInterest, 24, purpose),
    customConsent: (purpose) => isSet(FIRST.custom, customPurposes, purpose),
    customLegitimateInterest: (purpose) => isSet(FIRST.custom + customPurposes, customPurposes, purpose),
  };
}
