/** Key-values that bidders themselves put into their bids (`amp.custom_targeting`). */
import { isObject } from '#src/json/merge.ts';
import type { Bid } from '#src/openrtb/ortb.ts';

type Keys = { [key: string]: string };

/** Codes in lower case; undefined: no custom targeting is exposed. */
export function customBidders(names: readonly string[] | string): ReadonlySet<string> | undefined {
  const list = typeof names === 'string' ? names.split(',') : names;
  const codes = list.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  return codes.length > 0 ? new Set(codes) : undefined;
}

/** Of `ext.rp.targeting`, a list of `{key, values}`, every key with its first value; other formats are skipped. */
export function customTargeting({ ext }: Pick<Bid, 'ext'>): Keys {
  const own: unknown = ext?.['rp'];
  const listed = isObject(own) ? own['targeting'] : undefined;
  const keys: Keys = {};
  for (const item of Array.isArray(listed) ? (listed as unknown[]) : []) {
    if (!isObject(item) || typeof item['key'] !== 'string' || !Array.isArray(item['values'])) continue;
    const value: unknown = item['values'][0];
    if (typeof value === 'string') keys[item['key']] = value;
  }
  return keys;
}
