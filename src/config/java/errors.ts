/** Errors that stop a start in the Java variant but not in ours. */
import type { HostConfig } from '../schema.ts';

const COMPRESSIONS: readonly string[] = ['none', 'gzip', ''];

/** One line per error: `option: rule`. There, 0 as the limit of a host is no way to have none. */
export function javaErrors(config: HostConfig): string[] {
  const { account_defaults, adapters, auction, cookie_sync } = config;
  const errors: string[] = [];
  const { default_limit: limit, max_limit: max } = cookie_sync;
  const { min, max: longest } = auction.biddertmax;
  if (min === 0) errors.push(`auction.biddertmax.min: Both min and max timeouts should be greater than 0: min=${min}, max=${longest}`);
  const { anon_keep_bits: bits } = account_defaults.privacy.ipv6;
  if (bits < 1 || (bits > 32 && bits < 56))
    errors.push(`account_defaults.privacy.ipv6.anon_keep_bits: must be 1 to 32 or 56 to 128, not ${bits}`);
  if (limit !== undefined && limit <= 0) errors.push('cookie_sync.default_limit: Default cookie-sync limit should be greater than 0');
  if (max !== undefined && max < (limit ?? 0))
    errors.push('cookie_sync.max_limit: Max cookie-sync limit should be greater or equal than limit');
  for (const [code, { endpoint_compression: compression }] of Object.entries(adapters)) {
    if (compression !== undefined && !COMPRESSIONS.includes(compression.toLowerCase()))
      errors.push(`adapters.${code}.endpoint_compression: must be none or gzip, not ${JSON.stringify(compression)}`);
  }
  return errors;
}
