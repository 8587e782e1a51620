/** Topic `targeting-truncation`: names of targeting keys, truncated, and their prefix. */
import { keyPrefix } from '#src/auction/enrich/prefix.ts';
import { keyLimit } from '#src/auction/respond/custom-targeting.ts';
import { keyNames, type Suffix, truncateKey } from '#src/auction/target/key-names.ts';
import { truncateReporting } from '#src/auction/target/key-truncation.ts';
import type { Row } from '../suites/tables.ts';

interface KeySettings {
  readonly targeting_prefix?: string;
  readonly truncate_target_attr?: number;
}

export function run({ in: given }: Row): Record<string, unknown> {
  const text = (name: string): string => String(given[name] ?? '');
  const max = Number(given['max'] ?? 0);
  if (given['op'] === 'key') return { key: truncateKey(text('prefix') + text('suffix'), max) };
  if (given['op'] === 'bidder-key') return { key: keyNames(text('prefix'), max)(text('bidder'))[text('suffix') as Suffix] };
  if (given['op'] === 'keys') {
    return { keys: truncateReporting((given['keys'] ?? {}) as Record<string, string>, keyLimit(max), { firstWins: false }) };
  }
  const account = (given['account'] ?? {}) as KeySettings;
  const { prefix, warnings } = keyPrefix(text('requestPrefix'), account.targeting_prefix ?? '', account.truncate_target_attr);
  return { prefix, warnings: warnings.length };
}
