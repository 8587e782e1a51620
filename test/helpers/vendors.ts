/** Entries of a vendor list. */
import type { VendorEntry } from '#src/privacy/vendor-list.ts';

/** A vendor that declares nothing but this. */
export const vendor = (over: Partial<VendorEntry>): VendorEntry => ({
  purposes: [],
  legIntPurposes: [],
  flexiblePurposes: [],
  specialFeatures: [],
  specialPurposes: [],
  features: [],
  deleted: false,
  ...over,
});
