/** The settings of a request about its targeting keys and its cached bids. */

import type { PriceGranularity } from '#src/openrtb/ext.ts';

/** How truncated targeting keys are handled. */
export interface KeyTruncation {
  /** If truncated keys collide, the first value wins instead of the last. */
  readonly firstWins: boolean;
  /** Collects the full names of truncated keys; absent: not reported. */
  readonly truncated?: Set<string> | undefined;
}

/** Parsed `ext.srv.targeting` (enrich). */
export interface TargetingSettings {
  readonly prefix: string;
  /** Max key length in bytes; 0: no limit. */
  readonly maxKeyLength: number;
  /** Absent: the last value wins, and truncation is not reported. */
  readonly truncation?: KeyTruncation | undefined;
  readonly includeWinners: boolean;
  readonly includeBidderKeys: boolean;
  readonly includeFormat: boolean;
  readonly preferDeals: boolean;
  readonly alwaysIncludeDeals: boolean;
  readonly appendBidderNames: boolean;
  readonly priceGranularity: PriceGranularity;
  readonly mediaTypePriceGranularity: { readonly [mediaType: string]: PriceGranularity | undefined };
}

/** Parsed `ext.srv.cache` (enrich). */
export interface CacheInstructions {
  readonly bids: boolean;
  readonly vast: boolean;
  /** `returnCreative` of each; undefined: not given. */
  readonly returnBids?: boolean | undefined;
  readonly returnVast?: boolean | undefined;
  readonly winningOnly: boolean;
  readonly bidsTtlSeconds?: number | undefined;
  readonly vastTtlSeconds?: number | undefined;
}
