/** The global vendor lists for the privacy rules: from memory only; an unknown version is fetched in the background. */

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
  /** undefined while a version is not (yet) known; the call starts its fetch. */
  list(specVersion: number, version: number): VendorList | undefined;
  /** Newest known list; undefined before the first fetch. */
  live(): VendorList | undefined;
}
