/** Parses `ext.srv.targeting`. */

import type { Account } from '#src/config/account.ts';
import type { Rules } from '#src/config/rule-set.ts';
import type { EnrichDialect } from '#src/dialect/contract/enrich.ts';
import { isObject } from '#src/json/merge.ts';
import type { PriceGranularity, TargetingExt } from '#src/openrtb/ext.ts';
import { legacyGranularity, mediumGranularity } from '#src/openrtb/granularity.ts';
import type { KeyTruncation, TargetingSettings } from '../response-settings.ts';
import type { KeyPrefix } from './prefix.ts';

/** The host's settings for keys. */
export interface TargetingHost {
  /** Default max key length in bytes; 0: no limit. */
  readonly keyLimit: number;
  /** Interpretation of a prefix and an account's limit. */
  readonly dialect: Pick<EnrichDialect, 'keyPrefix' | 'isKeyLimit'>;
  readonly truncation?: KeyTruncation | undefined;
}

export interface ReadTargeting {
  readonly settings: TargetingSettings;
  readonly warnings: KeyPrefix['warnings'];
}

/**
 * Settings of the request, with the account's as defaults (the account's flags alone are enough to generate keys); undefined: no keys are
 * wanted.
 */
export function readTargeting(given: TargetingExt | null | undefined, account: Account, host: TargetingHost): ReadTargeting | undefined {
  const flags = account.targeting;
  if (!given && !Object.values(flags).some((flag) => flag !== undefined)) return undefined;
  const request = given ?? {};
  const maxKeyLength = longestKey(request.truncateattrchars, account.truncate_target_attr, host);
  const { prefix, warnings } = host.dialect.keyPrefix(request.prefix, account, maxKeyLength);
  const settings: TargetingSettings = {
    prefix,
    maxKeyLength,
    ...(host.truncation && { truncation: host.truncation }),
    includeWinners: request.includewinners ?? flags.includewinners ?? true,
    includeBidderKeys: request.includebidderkeys ?? flags.includebidderkeys ?? true,
    includeFormat: request.includeformat ?? flags.includeformat ?? false,
    preferDeals: request.preferdeals ?? flags.preferdeals ?? false,
    alwaysIncludeDeals: request.alwaysincludedeals ?? flags.alwaysincludedeals ?? false,
    appendBidderNames: request.appendbiddernames ?? false,
    priceGranularity: granularity(request.pricegranularity) ?? accountGranularity(account),
    mediaTypePriceGranularity: byMediaType(request.mediatypepricegranularity),
  };
  return { settings, warnings };
}

/** How this host handles truncated keys; undefined: as the Go variant does. */
export function keyTruncation({ firstKeyWins: firstWins, warnOfTruncatedKeys: warns }: Rules): KeyTruncation | undefined {
  return firstWins || warns ? { firstWins, truncated: warns ? new Set() : undefined } : undefined;
}

/** Max limit a request may set. */
const MAX_CHARS = 255;

/** Whether a request's key length is accepted: 0 (no limit) up to the maximum. */
export const isLimit = (chars: number | undefined): chars is number => chars !== undefined && chars >= 0 && chars <= MAX_CHARS;

/** The request's limit (0: none), else the account's (0: none only in the Java variant), else the host's; invalid limits are ignored. */
function longestKey(requested: number | undefined, ofAccount: number | undefined, { keyLimit, dialect }: TargetingHost): number {
  if (isLimit(requested)) return requested;
  return ofAccount !== undefined && dialect.isKeyLimit(ofAccount) ? ofAccount : keyLimit;
}

const accountGranularity = (account: Account): PriceGranularity =>
  (account.price_granularity === undefined ? undefined : legacyGranularity(account.price_granularity)) ?? mediumGranularity();

/** An object with ranges unchanged, a legacy name as the ranges it stands for. */
function granularity(value: PriceGranularity | string | null | undefined): PriceGranularity | undefined {
  if (typeof value === 'string') return legacyGranularity(value);
  return value?.ranges && value.ranges.length > 0 ? value : undefined;
}

function byMediaType(given: TargetingExt['mediatypepricegranularity'] | null): TargetingSettings['mediaTypePriceGranularity'] {
  const settings: { [mediaType: string]: PriceGranularity | undefined } = {};
  if (!isObject(given)) return settings;
  for (const mediaType of ['banner', 'video', 'native', 'audio']) settings[mediaType] = granularity(given[mediaType]);
  return settings;
}
