/** An account's floors settings with the variant's defaults. */

import type { Account } from '#src/config/account.ts';
import type { FetchLimits } from '#src/config/validate/floors.ts';
import type { FloorsFetch } from './lookup.ts';

export interface FloorSettings {
  readonly enabled: boolean;
  /** percent; 0: no limit by the account */
  readonly enforceRate: number;
  readonly enforceDealFloors: boolean;
  readonly useDynamicData: boolean;
  /** 0: any number */
  readonly maxRules: number;
  readonly maxSchemaDims: number;
  readonly fetch: FloorsFetch;
}

/** Defaults of an account's settings. */
export interface FloorDefaults {
  /** Floors, deal floors and fetched floors are enabled. */
  readonly on: boolean;
  readonly fetch: Omit<FloorsFetch, 'enabled' | 'url'>;
}

interface Compiled {
  readonly defaults: FloorDefaults;
  readonly limits: FetchLimits;
  readonly settings: FloorSettings;
}

const known = new WeakMap<Account, Compiled>();

/** The effective settings; computed once per account. */
export function floorSettings(account: Account, defaults: FloorDefaults, limits: FetchLimits): FloorSettings {
  const compiled = known.get(account);
  if (compiled?.defaults === defaults && compiled.limits === limits) return compiled.settings;
  const settings = compile(account, defaults, limits);
  known.set(account, { defaults, limits, settings });
  return settings;
}

const compile = ({ price_floors: given }: Account, { on, fetch }: FloorDefaults, limits: FetchLimits): FloorSettings => ({
  enabled: given.enabled ?? on,
  enforceRate: given.enforce_floors_rate,
  enforceDealFloors: given.enforce_deal_floors ?? on,
  useDynamicData: given.use_dynamic_data ?? on,
  maxRules: given.max_rules,
  maxSchemaDims: given.max_schema_dims,
  fetch: fetchSettings(given.fetch, fetch, limits),
});

/** Numbers outside the accepted bounds (period, age, timeout, dimensions) are replaced by the defaults. */
function fetchSettings(given: Account['price_floors']['fetch'], standard: FloorDefaults['fetch'], limits: FetchLimits): FloorsFetch {
  const { min_period_sec, min_max_age_sec, min_timeout_ms, max_timeout_ms } = limits;
  const timed = given.period_sec >= min_period_sec && given.max_age_sec >= min_max_age_sec && given.period_sec <= given.max_age_sec;
  const within = (value: number | undefined, min: number, max: number, or: number): number =>
    value !== undefined && value >= min && value <= max ? value : or;
  return {
    enabled: given.enabled,
    url: given.url,
    max_age_sec: timed ? given.max_age_sec : standard.max_age_sec,
    period_sec: timed ? given.period_sec : standard.period_sec,
    timeout_ms: within(given.timeout_ms, min_timeout_ms + 1, max_timeout_ms - 1, standard.timeout_ms),
    max_file_size_kb: within(given.max_file_size_kb, 0, Number.MAX_SAFE_INTEGER, standard.max_file_size_kb),
    max_rules: within(given.max_rules, 0, Number.MAX_SAFE_INTEGER, standard.max_rules),
    max_schema_dims: within(given.max_schema_dims, 0, 20, standard.max_schema_dims),
  };
}
