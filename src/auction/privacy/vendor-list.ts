/** The global vendor lists as the privacy rules read them: from memory only; an unknown version is fetched behind the auction's back. */

export interface VendorEntry {
  readonly purposes: readonly number[];
  readonly legIntPurposes: readonly number[];
  readonly flexiblePurposes: readonly number[];
  readonly specialFeatures: readonly number[];
  readonly specialPurposes: readonly number[];
  readonly features: readonly number[];
  readonly deleted: boolean;
}

export interface VendorList {
  readonly specVersion: number;
  readonly version: number;
  vendor(id: number): VendorEntry | undefined;
}

export interface VendorLists {
  /** undefined while a version is not (yet) known; asking starts its fetch. */
  list(specVersion: number, version: number): VendorList | undefined;
  /** Newest list known; undefined before the first fetch. */
  live(): VendorList | undefined;
}
