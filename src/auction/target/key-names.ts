/** Names of targeting keys: prefix, suffix, bidder, cut to length (auction-exchange.md 12.2, 12.4). */

/** Suffixes in the order keys are written; where cut names collide the later value stays. */
export const SUFFIXES = [
  '_pb',
  '_bidder',
  '_size',
  '_cache_id',
  '_uuid',
  '_format',
  '_cache_host',
  '_cache_path',
  '_deal',
  '_env',
  '_pb_cat_dur',
] as const;
export type Suffix = (typeof SUFFIXES)[number];

/** The key with at most `max` bytes, never half a character; 0: as it is. */
export function cutKey(key: string, max: number): string {
  if (max <= 0 || key.length * 3 <= max) return key;
  const bytes = Buffer.from(key);
  if (bytes.length <= max) return key;
  let end = max;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

/** All keys of a map cut; where cut names collide the later value stays. */
export function cutKeys(keys: { readonly [key: string]: string }, max: number): { [key: string]: string } {
  return Object.fromEntries(Object.entries(keys).map(([key, value]) => [cutKey(key, max), value]));
}

export type KeyNames = { readonly [suffix in Suffix]: string };

/** Names made for one prefix, length and code; kept, since auctions of a publisher ask for the same ones over and over. */
const made = new Map<string, KeyNames>();
const MOST_KEPT = 5000;

/** The eleven key names of a code (empty: the names of the winner's plain keys). */
export function keyNames(prefix: string, max: number, code: string): KeyNames {
  const id = `${max}\n${prefix}\n${code}`;
  const known = made.get(id);
  if (known) return known;
  const end = code === '' ? '' : `_${code}`;
  const names = Object.fromEntries(SUFFIXES.map((suffix) => [suffix, cutKey(`${prefix}${suffix}${end}`, max)])) as KeyNames;
  if (made.size >= MOST_KEPT) made.clear();
  made.set(id, names);
  return names;
}
