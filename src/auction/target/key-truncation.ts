/** Targeting keys truncated with control over collisions and reporting (Java variant). */
import type { KeyTruncation } from '../response-settings.ts';
import { truncateKey } from './key-names.ts';

/** Keys in the order they were written, limited to `max` bytes each. */
export function truncateReporting(
  keys: { readonly [key: string]: string },
  max: number,
  { firstWins, truncated }: KeyTruncation,
): { [key: string]: string } {
  const limited: { [key: string]: string } = {};
  for (const key of Object.keys(keys)) {
    const name = truncateKey(key, max);
    if (name !== key) truncated?.add(key);
    if (!firstWins || !Object.hasOwn(limited, name)) limited[name] = keys[key] ?? '';
  }
  return limited;
}
