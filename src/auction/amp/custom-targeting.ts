/** Key-values that bidders themselves put into their bids (`amp.custom_targeting`; amp-and-video.md section 6, item 9). */
import { isObject } from '#src/wire/merge.ts';
import type { Bid } from '#src/wire/ortb.ts';

type Keys = { [key: string]: string };

/** Codes in small letters; undefined: nobody's are told. */
export function customBidders(names: readonly string[] | string): ReadonlySet<string> | undefined {
  const list = typeof names === 'string' ? names.split(',') : names;
  const codes = list.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  return codes.length > 0 ? new Set(codes) : undefined;
}

/** Of `ext.rp.targeting`, a list of `{key, values}`, every key with its first value; what is of another form is passed over. */
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
