/** Spellings of option names: the ecosystem's kebab-case and camelCase forms, the environment's, and near misses. */

/** `auction-timeouts-ms` and `external-url` as snake_case. */
export const toSnake = (key: string): string => key.replaceAll('-', '_');

/** Groups and options whose other spellings mean the same (decisions rows 7, 10). */
const SAME: Readonly<Record<string, string>> = {
  auction_timeout_ms: 'auction_timeouts_ms',
  bidders: 'adapters',
  blocklisted_accounts: 'blocked_accounts',
  blocklisted_apps: 'blocked_apps',
};

/** The same within a group: how the Go variant's files on bidders spell it, and the Java variant's `usersync`. */
const SAME_WITHIN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  experiment: { adsCert: 'adscert' },
  usersync: { cookie_family_name: 'key' },
  iframe: { uid_macro: 'user_macro' },
  redirect: { uid_macro: 'user_macro' },
};

/** Names below these members are the users' own (bidder codes, macros, people): kept as written. */
const OWN_NAMES = new Set(['adapters', 'modules', 'preferredmediatype', 'headers', 'credentials']);

/** The same settings with every option name in our spelling. */
export function withOurKeys(value: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => withOurKeys(item, path));
  if (typeof value !== 'object' || value === null) return value;
  const keep = OWN_NAMES.has(path.at(-1) ?? '');
  const renamed: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const snake = keep ? key : toSnake(key);
    const same = path.length === 0 ? SAME : SAME_WITHIN[path.at(-1) ?? ''];
    const name = keep ? key : (same?.[snake] ?? snake);
    renamed[name] = withOurKeys(member, [...path, name]);
  }
  return renamed;
}

/** The known name that is fewest edits away, if it is near enough to be meant. @param most edits */
export function nearest(
  name: string,
  known: readonly string[],
  most: number = Math.max(2, Math.ceil(name.length / 3)),
): string | undefined {
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
