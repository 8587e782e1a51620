/** Names of targeting keys: prefix, suffix, bidder, truncated to the max length. */

/** Suffixes in the order keys are written; if truncated names collide, the later value wins. */
const SUFFIXES = [
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

/** The key limited to `max` bytes, never splitting a character; 0: unlimited. */
export function truncateKey(key: string, max: number): string {
  if (max <= 0 || key.length * 3 <= max) return key;
  const bytes = Buffer.from(key);
  if (bytes.length <= max) return key;
  let end = max;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

export type KeyNames = { readonly [suffix in Suffix]: string };

/** The eleven key names of a code (empty: the names of the winner's plain keys). */
export type NamesOf = (code: string) => KeyNames;

/** Names by prefix and length; cached because a publisher's auctions use the same ones repeatedly. */
const made = new Map<string, NamesOf>();
const [MAX_PREFIXES, MAX_CODES] = [100, 1000];

/** Key names for one prefix and max length (bytes; 0: unlimited). */
export function keyNames(prefix: string, max: number): NamesOf {
  const id = `${max} ${prefix}`;
  let names = made.get(id);
  if (!names) {
    if (made.size >= MAX_PREFIXES) made.clear();
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
      names = Object.fromEntries(SUFFIXES.map((suffix) => [suffix, truncateKey(`${prefix}${suffix}${end}`, max)])) as KeyNames;
      if (byCode.size >= MAX_CODES) byCode.clear();
      byCode.set(code, names);
    }
    return names;
  };
}
