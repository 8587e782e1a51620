/** Spellings of option names: the ecosystem's kebab-case and camelCase forms, the environment's, and near misses. */

/** `auction-timeouts-ms` and `external-url` as snake_case. */
export const toSnake = (key: string): string => key.replaceAll('-', '_');

/** Groups and options with alternative names. */
const SAME: Readonly<Record<string, string>> = {
  auction_timeout_ms: 'auction_timeouts_ms',
  bidder_request_members: 'bidder_request_fields',
  loose_types: 'coerce_types',
  bidders: 'adapters',
  blocklisted_accounts: 'blocked_accounts',
  blocklisted_apps: 'blocked_apps',
};

/** The same within a group: the Go variant's bidder files, and the Java variant's `usersync`. */
const SAME_WITHIN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  experiment: { adsCert: 'adscert' },
  usersync: { cookie_family_name: 'key' },
  iframe: { uid_macro: 'user_macro' },
  redirect: { uid_macro: 'user_macro' },
  retry: { most_ms: 'max_ms' },
  targeting: { warn_of_cut_keys: 'warn_of_truncated_keys' },
};

/** Keys below these fields are the users' own (bidder codes, macros, people): unchanged. */
const OWN_NAMES = new Set(['adapters', 'modules', 'preferredmediatype', 'headers', 'credentials']);

/** The same settings with every option name in our spelling. */
export function withOurKeys(value: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => withOurKeys(item, path));
  if (typeof value !== 'object' || value === null) return value;
  const isOwnName = OWN_NAMES.has(path.at(-1) ?? '');
  const renamed: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const snake = isOwnName ? key : toSnake(key);
    const same = path.length === 0 ? SAME : SAME_WITHIN[path.at(-1) ?? ''];
    const name = isOwnName ? key : (same?.[snake] ?? snake);
    renamed[name] = withOurKeys(field, [...path, name]);
  }
  return renamed;
}

/** The nearest known name within a max edit distance. @param max edits */
export function nearest(name: string, known: readonly string[], max: number = Math.max(2, Math.ceil(name.length / 3))): string | undefined {
  let best: string | undefined;
  let bestDistance = max + 1;
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
