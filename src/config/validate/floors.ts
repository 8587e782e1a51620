/** Limits of the host for floor fetching. */
import type { Account } from '../account.ts';
import type { HostConfig } from '../schema.ts';

const AT = 'price_floors.fetch';

/** s, s, ms (both excluded). */
export type FetchLimits = Pick<HostConfig['price_floors'], 'min_max_age_sec' | 'min_period_sec' | 'min_timeout_ms' | 'max_timeout_ms'>;

/** One line per error: `option: rule`. */
export const floorErrors = ({ price_floors: limits, account_defaults }: HostConfig): string[] =>
  fetchErrors(account_defaults, limits).map((line) => `account_defaults.${line}`);

/** The same for one account. */
export function fetchErrors({ price_floors }: Pick<Account, 'price_floors'>, limits: FetchLimits): string[] {
  const {
    max_age_sec: age,
    period_sec: period,
    timeout_ms: timeout,
    max_schema_dims: dims,
    max_rules: rules,
    max_file_size_kb: size,
  } = price_floors.fetch;
  const errors = [
    age < limits.min_max_age_sec && `${AT}.max_age_sec: must be at least ${limits.min_max_age_sec}, not ${age}`,
    period < limits.min_period_sec && `${AT}.period_sec: must be at least ${limits.min_period_sec}, not ${period}`,
    period > age && `${AT}.period_sec: must not exceed max_age_sec, ${age}`,
    timeout !== undefined &&
      (timeout <= limits.min_timeout_ms || timeout >= limits.max_timeout_ms) &&
      `${AT}.timeout_ms: must be more than ${limits.min_timeout_ms} and less than ${limits.max_timeout_ms}, not ${timeout}`,
    dims !== undefined && (dims < 0 || dims > 19) && `${AT}.max_schema_dims: must be 0 to 19, not ${dims}`,
  ];
  if (rules !== undefined && rules < 0) errors.push(`${AT}.max_rules: must not be negative, not ${rules}`);
  if (size !== undefined && size < 0) errors.push(`${AT}.max_file_size_kb: must not be negative, not ${size}`);
  return errors.filter((error) => error !== false);
}
