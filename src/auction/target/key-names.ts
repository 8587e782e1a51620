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

/** The eleven key names of a code (empty: the names of the winner's plain keys). */
export type NamesOf = (code: string) => KeyNames;

/** Names made for one prefix and length; kept, since auctions of a publisher ask for the same ones over and over. */
const made = new Map<string, NamesOf>();
const [MOST_PREFIXES, MOST_CODES] = [100, 1000];

/** Key names for one prefix and greatest length (bytes; 0: any). */
export function keyNames(prefix: string, max: number): NamesOf {
  const id = `${max} ${prefix}`;
  let names = made.get(id);
  if (!names) {
    if (made.size >= MOST_PREFIXES) made.clear();
    names = namesOf(prefix, max);
    made.set(id, names);
  }
  return names;
}

function namesOf(prefix: string, max: number): NamesOf {
  const byCode = new Map<string, KeyNames>();
  return (code) => {
    let names = byCode.get(code);
    if (!names) {
      const end = code === '' ? '' : `_${code}`;
      names = Object.fromEntries(SUFFIXES.map((suffix) => [suffix, cutKey(`${prefix}${suffix}${end}`, max)])) as KeyNames;
      if (byCode.size >= MOST_CODES) byCode.clear();
      byCode.set(code, names);
    }
    return names;
  };
}
