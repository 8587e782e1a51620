/** Names of options in kebab-case, as the Java variant writes them, in our spelling. */
import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** `auction-timeouts-ms` as `auction_timeouts_ms`. */
export const toSnake = (key: string): string => key.replaceAll('-', '_');

/** The same value with all its names in our spelling. */
export function withOurKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOurKeys);
  if (!isObject(value)) return value;
  const renamed: Ext = {};
  for (const [key, field] of Object.entries(value)) if (!isUnsafeKey(key)) renamed[toSnake(key)] = withOurKeys(field);
  return renamed;
}
