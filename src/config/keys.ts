/** Spellings of option names: the ecosystem's kebab-case and camelCase forms, the environment's, and near misses. */

/** `auction-timeouts-ms` and `external-url` as snake_case. */
export const toSnake = (key: string): string => key.replaceAll('-', '_');

/** Groups and options with alternative names. */
const SAME: Readonly<Record<string, string>> = {
  auction_timeout_ms: 'auction_timeouts_ms',
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
