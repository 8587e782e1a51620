/** The contract of floors that are fetched in the background. */
import type { Account } from '#src/config/account.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** An account's settings for fetching floors, with all defaults applied. */
export type FloorsFetch = { readonly [K in keyof Account['price_floors']['fetch']]-?: NonNullable<Account['price_floors']['fetch'][K]> };

/** Floors fetched in the background by URL. Reading an unknown URL starts its fetch. */
export interface FloorsSource {
  find(url: string, accountId: string, settings: FloorsFetch): FloorsLookup;
}

export interface FloorsLookup {
  readonly status: 'success' | 'error' | 'inprogress' | 'none' | 'timeout';
  /** The provider's `data` object, validated. */
  readonly data?: Ext | undefined;
}
