/** An account's floors settings with what the variant takes for granted (auction-exchange.md 4.1). */

import type { FloorsFetch } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';

export interface FloorSettings {
  readonly enabled: boolean;
  /** percent; 0: no limit of the account's */
  readonly enforceRate: number;
  readonly enforceDealFloors: boolean;
  readonly adjustForBidAdjustment: boolean;
  readonly useDynamicData: boolean;
  /** 0: any number */
  readonly maxRules: number;
  readonly maxSchemaDims: number;
  readonly fetch: FloorsFetch;
}

const FETCH = {
  go: { timeout_ms: 3000, max_file_size_kb: 100, max_rules: 1000, max_schema_dims: 0, max_age_sec: 86400, period_sec: 3600 },
  java: { timeout_ms: 5000, max_file_size_kb: 200, max_rules: 0, max_schema_dims: 5, max_age_sec: 86400, period_sec: 3600 },
} as const;

const known = new WeakMap<Account, { readonly go?: FloorSettings; readonly java?: FloorSettings }>();

/** The settings in force; worked out once an account. Java variant: floors, deal floors and fetched floors are on unless switched off. */
export function floorSettings(account: Account, variant: 'go' | 'java'): FloorSettings {
  const found = known.get(account)?.[variant];
  if (found) return found;
  const { price_floors: given } = account;
  const byDefault = variant === 'java';
  const settings: FloorSettings = {
    enabled: given.enabled ?? byDefault,
    enforceRate: given.enforce_floors_rate,
    enforceDealFloors: given.enforce_deal_floors ?? byDefault,
    adjustForBidAdjustment: given.adjust_for_bid_adjustment,
    useDynamicData: given.use_dynamic_data ?? byDefault,
    maxRules: given.max_rules,
    maxSchemaDims: given.max_schema_dims,
    fetch: fetchSettings(given.fetch, FETCH[variant]),
  };
  known.set(account, { ...known.get(account), [variant]: settings });
  return settings;
}

/** Numbers outside the bounds upstream checks (period, age, timeout, dimensions) give way to the defaults. */
function fetchSettings(given: Account['price_floors']['fetch'], standard: (typeof FETCH)['go' | 'java']): FloorsFetch {
  const timed = given.period_sec >= 300 && given.max_age_sec >= 600 && given.period_sec <= given.max_age_sec;
  const within = (value: number | undefined, least: number, most: number, or: number): number =>
    value !== undefined && value >= least && value <= most ? value : or;
  return {
    enabled: given.enabled,
    url: given.url,
    max_age_sec: timed ? given.max_age_sec : standard.max_age_sec,
    period_sec: timed ? given.period_sec : standard.period_sec,
    timeout_ms: within(given.timeout_ms, 11, 9999, standard.timeout_ms),
    max_file_size_kb: within(given.max_file_size_kb, 0, Number.MAX_SAFE_INTEGER, standard.max_file_size_kb),
    max_rules: within(given.max_rules, 0, Number.MAX_SAFE_INTEGER, standard.max_rules),
    max_schema_dims: within(given.max_schema_dims, 0, 20, standard.max_schema_dims),
  };
}
