/** The host's settings of the scan; intervals in ms. */
import { z } from 'zod';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, kebabNames, numeric } from '../account-settings.ts';

const node = z.object({ host: z.string().default(''), port: numeric(z.int().default(8000)), password: z.string().default('') });
const interval = z
  .int()
  .positive()
  .max(2 ** 31 - 1);
const attempts = z.int().nonnegative();

const schema = z.object({
  'api-key': z.string().default(''),
  'redis-config': z.object({ 'write-node': node.prefault({}), 'read-node': node.prefault({}) }).prefault({}),
  'redis-retry-config': z
    .object({
      'short-interval-attempts': numeric(attempts.default(60)),
      'short-interval': numeric(interval.default(1000)),
      'long-interval-attempts': numeric(attempts.default(336)),
      'long-interval': numeric(interval.default(1_800_000)),
    })
    .prefault({}),
  'scan-state-check-interval': numeric(interval.default(600_000)),
  'bidders-to-exclude-from-scan': z.array(z.string()).nullish(),
});

export type ScanSettings = z.infer<typeof schema>;
export type RetrySettings = ScanSettings['redis-retry-config'];

/** ms until the next connection attempt; null: none. Short intervals come first, then long ones. */
export function retryDelay(attempt: number, retry: RetrySettings): number | null {
  const { 'short-interval-attempts': shorts, 'long-interval-attempts': longs } = retry;
  if (attempt <= shorts) return retry['short-interval'];
  return attempt <= shorts + longs ? retry['long-interval'] : null;
}

/** @throws Error naming the invalid field */
export function scanSettings(settings: Ext): ScanSettings {
  const { data, error } = schema.safeParse(kebabNames(settings));
  if (error) throw new Error(firstIssue(error));
  return data;
}
