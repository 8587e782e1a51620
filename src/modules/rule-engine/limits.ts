/** The host's limits of compiled rules: `rule-cache` and `rule-parsing`. Absent values are no limits; rejected settings are then final. */
import { z } from 'zod';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, kebabNames, numeric } from '../account-settings.ts';

const limit = numeric(z.number().min(0).optional());

const hostSettings = z.looseObject({
  'rule-cache': z.looseObject({ 'expire-after-minutes': limit, 'max-size': limit }).prefault({}),
  'rule-parsing': z
    .looseObject({
      'retry-initial-delay-millis': limit,
      'retry-max-delay-millis': limit,
      'retry-exponential-factor': limit,
      'retry-exponential-jitter': limit,
    })
    .prefault({}),
});

export interface CacheLimits {
  readonly lifetimeMs: number;
  /** Max number of accounts. */
  readonly maxSize: number;
}

/** Delays until rejected settings are compiled again. */
export interface RetryLimits {
  readonly firstMs: number;
  readonly maxMs: number;
  readonly factor: number;
  /** Max random share added to a delay. */
  readonly jitter: number;
}

export interface RuleLimits {
  /** Undefined: none. */
  readonly cache: CacheLimits | undefined;
  readonly retry: RetryLimits;
}

const MINUTE_MS = 60_000;

/** @throws Error naming the value that is no limit */
export function limitsOf(settings: Ext): RuleLimits {
  const { data, error } = hostSettings.safeParse(kebabNames(settings));
  if (error) throw new Error(firstIssue(error));
  const { 'rule-cache': cache, 'rule-parsing': parsing } = data;
  const { 'expire-after-minutes': minutes = Number.POSITIVE_INFINITY, 'max-size': maxSize = Number.POSITIVE_INFINITY } = cache;
  const isLimited = Number.isFinite(minutes) || Number.isFinite(maxSize);
  return {
    cache: isLimited ? { lifetimeMs: minutes * MINUTE_MS, maxSize } : undefined,
    retry: {
      firstMs: parsing['retry-initial-delay-millis'] ?? Number.POSITIVE_INFINITY,
      maxMs: parsing['retry-max-delay-millis'] ?? Number.POSITIVE_INFINITY,
      factor: parsing['retry-exponential-factor'] ?? 1,
      jitter: parsing['retry-exponential-jitter'] ?? 0,
    },
  };
}
