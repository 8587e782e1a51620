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

/** The settings, with the host's floors where only the account's are out of range; undefined when more is wrong. */
function read(merged: Ext, defaults: Account): Account | undefined {
  const first = accountSchema.safeParse(merged);
  if (first.success) return first.data;
  if (!first.error.issues.every((issue) => issue.path[0] === 'price_floors')) return undefined;
  return accountSchema.safeParse({ ...merged, price_floors: defaults.price_floors }).data;
}

/** The default DSA object, given as an object or as JSON text; null when it is not one. */
function readDsa(given: string | Ext): Ext | null {
  try {
    const dsa: unknown = typeof given === 'string' ? JSON.parse(given) : copyJson(given);
    return isObject(dsa) && !extFault('Dsa', dsa) ? dsa : null;
  } catch {
    return null;
  }
}

/** The account of an id that is not stored: the host's defaults. */
export const defaultAccount = (id: string, defaults: Account): Account => ({ ...defaults, id });
