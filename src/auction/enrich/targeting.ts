/** `ext.srv.targeting` made ready (auction-request.md 13.2, 13.3; decisions rows 12 and 14). */
import type { KeyCutting, TargetingSettings } from '#src/auction/auction.ts';
import type { Account } from '#src/config/account.ts';
import type { Rules } from '#src/config/rules.ts';
import type { EnrichDialect } from '#src/dialect/dialect.ts';
import type { PriceGranularity, TargetingExt } from '#src/wire/ext.ts';
import { legacyGranularity, mediumGranularity } from '#src/wire/granularity.ts';
import { isObject } from '#src/wire/merge.ts';
import type { KeyPrefix } from './prefix.ts';

/** What the host says of keys. */
export interface TargetingHost {
  /** Bytes of the longest key where nobody else says; 0: no limit. */
  readonly keyLimit: number;
  /** What a prefix and an account's limit are taken for. */
  readonly dialect: Pick<EnrichDialect, 'keyPrefix' | 'isKeyLimit'>;
  readonly cutting?: KeyCutting | undefined;
}

export interface ReadTargeting {
  readonly settings: TargetingSettings;
  readonly warnings: KeyPrefix['warnings'];
}

/**
 * Settings of the request, what it leaves open filled from the account (whose flags alone are reason enough to make keys);
 * undefined: no keys are wanted.
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
    ...(host.cutting && { cutting: host.cutting }),
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

/** What this host does with keys that are cut; undefined: what the Go variant does. */
export function keyCutting({ firstKeyStays: firstStays, warnOfTruncatedKeys: tells }: Rules): KeyCutting | undefined {
  return firstStays || tells ? { firstStays, cut: tells ? new Set() : undefined } : undefined;
}

/** Largest limit a request may set. */
const MOST_CHARS = 255;

export const isLimit = (chars: number | undefined): chars is number => chars !== undefined && chars >= 0 && chars <= MOST_CHARS;

/** The request's limit (0: none), else the account's (0: none only in the Java variant), else the host's; others are none. */
function longestKey(requested: number | undefined, ofAccount: number | undefined, { keyLimit, dialect }: TargetingHost): number {
  if (isLimit(requested)) return requested;
  return ofAccount !== undefined && dialect.isKeyLimit(ofAccount) ? ofAccount : keyLimit;
}

const accountGranularity = (account: Account): PriceGranularity =>
  (account.price_granularity === undefined ? undefined : legacyGranularity(account.price_granularity)) ?? mediumGranularity();

/** An object with ranges as it is, an old name as what it stands for. */
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
