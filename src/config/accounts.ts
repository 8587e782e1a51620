/** A stored account's text made into settings: merged over the host's defaults, checked, ready for use. */
import type { AccountLookup } from '#src/auction/services.ts';
import type { Ext } from '#src/wire/ext.ts';
import { extFault } from '#src/wire/ext-shapes.ts';
import { copyJson, isObject, mergePatch } from '#src/wire/merge.ts';
import { type Account, accountSchema } from './account.ts';
import { toAccountInput } from './account-java.ts';

/** Bits kept where what was set makes no sense. */
const IP_BITS = { ipv6: { most: 128, normal: 56 }, ipv4: { most: 32, normal: 24 } } as const;

/**
 * @param text the stored account as JSON
 * @param defaults the host's `account_defaults`
 */
export function parseAccount(text: string, id: string, defaults: Account): AccountLookup {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return { kind: 'malformed', part: 'config' };
  }
  if (!isObject(stored)) return { kind: 'malformed', part: 'config' };
  const merged = mergePatch(copyJson(defaults as unknown as Ext), toAccountInput(stored)) as Ext;
  merged['id'] = id;
  const account = read(merged, defaults);
  if (!account) return { kind: 'malformed', part: 'config' };
  const { dsa } = account.privacy;
  const rules = dsa.default === undefined ? undefined : readDsa(dsa.default);
  if (rules === null) return { kind: 'malformed', part: 'dsa' };
  const privacy = { ...account.privacy, dsa: { ...dsa, default: rules } };
  for (const version of ['ipv6', 'ipv4'] as const) {
    const { anon_keep_bits: bits } = privacy[version];
    const { most, normal } = IP_BITS[version];
    if (bits < 0 || bits > most) privacy[version] = { anon_keep_bits: normal };
  }
  return { kind: 'found', account: { ...account, privacy } };
}

/** What zod calls values that have the right type and mean nothing: unknown words and channels, numbers out of range. */
const MEANINGLESS: ReadonlySet<string> = new Set(['invalid_value', 'unrecognized_keys', 'invalid_key', 'too_small', 'too_big']);

/**
 * The settings; with the host's floors where the account's cannot be used, and without what means nothing, so that one word
 * nobody knows does not stop all of a publisher's auctions. Undefined when more is wrong.
 */
function read(merged: Ext, defaults: Account): Account | undefined {
  const first = accountSchema.safeParse(merged);
  if (first.success) return first.data;
  const places = new Map<string, readonly PropertyKey[]>();
  for (const { code, path, ...issue } of first.error.issues) {
    if (path[0] === 'price_floors') merged['price_floors'] = defaults.price_floors;
    else if (!MEANINGLESS.has(code)) return undefined;
    else for (const place of placesOf(path, issue)) places.set(place.join('.'), place);
  }
  // From the end, so that places in lists stay what they were.
  for (const place of [...places.values()].reverse()) takeOut(merged, place);
  return accountSchema.safeParse(merged).data;
}

/** Where it lies: unknown names below the path; of a list the whole item. */
function placesOf(path: readonly PropertyKey[], issue: object): (readonly PropertyKey[])[] {
  const names = 'keys' in issue && Array.isArray(issue.keys) ? (issue.keys as string[]) : undefined;
  if (names) return names.map((name) => [...path, name]);
  const item = path.findIndex((step) => typeof step === 'number');
  return [item < 0 ? path : path.slice(0, item + 1)];
}

function takeOut(settings: Ext, place: readonly PropertyKey[]): void {
  let holder: unknown = settings;
  for (const step of place.slice(0, -1)) holder = isObject(holder) ? holder[String(step)] : undefined;
  const last = place.at(-1);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (isObject(holder)) delete holder[String(last)];
}

/** The default DSA object, given as an object or as JSON text, which may be empty; null when it is not one. */
function readDsa(given: string | Ext): Ext | null | undefined {
  try {
    if (given === '') return undefined;
    const dsa: unknown = typeof given === 'string' ? JSON.parse(given) : copyJson(given);
    if (dsa === null) return undefined;
    return isObject(dsa) && !extFault('Dsa', dsa) ? dsa : null;
  } catch {
    return null;
  }
}

/** The account of an id that is not stored: the host's defaults. */
export const defaultAccount = (id: string, defaults: Account): Account => ({ ...defaults, id });
