/** Parses a stored account: merged over the host's defaults and validated. */
import type { AccountLookup } from '#src/auction/services.ts';
import { copyJson, isObject, mergePatch } from '#src/json/merge.ts';
import { nestsDeeper } from '#src/json/nesting.ts';
import { parseJson, parseJsonObject } from '#src/json/parse.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { extError } from '#src/openrtb/ext-shapes.ts';
import { type Account, accountSchema } from './account.ts';
import { type CoerceContext, coerce } from './input/coerce.ts';
import { toAccountInput } from './java/account.ts';
import { withOurKeys } from './keys.ts';
import { executionPlan } from './sections/hooks.ts';
import { valueAt } from './value-at.ts';

/** Bits retained if the configured number is invalid. */
const IP_BITS = { ipv6: { max: 128, normal: 56 }, ipv4: { max: 32, normal: 24 } } as const;

/**
 * @param json the stored account as JSON
 * @param defaults the host's `account_defaults`
 * @param isLenient values of another form are converted: quoted numbers and booleans
 */
export function parseAccount(json: string, id: string, defaults: Account, isLenient = false): AccountLookup {
  const stored = parseJsonObject(json);
  if (!stored || nestsDeeper(stored)) return { kind: 'malformed', part: 'config' };
  const merged = withDefaults(toAccountInput(stored), defaults, isLenient);
  merged['id'] = id;
  const account = read(merged, defaults);
  if (!account) return { kind: 'malformed', part: 'config' };
  const { dsa } = account.privacy;
  const rules = readDsa(dsa.default);
  if ('error' in rules) return { kind: 'malformed', part: 'dsa' };
  const privacy = { ...account.privacy, dsa: { ...dsa, default: rules.value } };
  for (const version of ['ipv6', 'ipv4'] as const) {
    const { anon_keep_bits: bits } = privacy[version];
    const { max, normal } = IP_BITS[version];
    if (bits < 0 || bits > max) privacy[version] = { anon_keep_bits: normal };
  }
  return { kind: 'found', account: { ...account, privacy } };
}

/** An account's settings over the host's `account_defaults`, in the form of the schema if it is lenient. */
export function withDefaults(input: Ext, defaults: Account, isLenient: boolean): Ext {
  const merged = mergePatch(copyJson(defaults as unknown as Ext), input) as Ext;
  if (!isLenient) return merged;
  const account = (coerce(accountSchema, merged, LENIENT) ?? {}) as Ext;
  const { hooks } = account;
  if (isObject(hooks) && isObject(hooks['execution_plan'])) hooks['execution_plan'] = lenientPlan(hooks['execution_plan']);
  return account;
}

const LENIENT: CoerceContext = { variant: 'java', warn: () => {} };

/** The schema of accounts leaves the plan of modules unchecked. */
const lenientPlan = (plan: Ext): unknown => coerce(executionPlan, withOurKeys(plan), LENIENT);

/** zod's codes for values of the right type that are invalid: unknown names and channels, numbers out of range. */
const INVALID_VALUE_CODES: ReadonlySet<string> = new Set(['invalid_value', 'unrecognized_keys', 'invalid_key', 'too_small', 'too_big']);

/**
 * The settings, with the host's floors if the account's are out of range, and without invalid values, so that one unknown name does not stop
 * all of a publisher's auctions. Undefined if there are other errors.
 */
function read(merged: Ext, defaults: Account): Account | undefined {
  const first = accountSchema.safeParse(merged);
  if (first.success) return first.data;
  const places = new Map<string, readonly PropertyKey[]>();
  for (const { code, path, ...issue } of first.error.issues) {
    if (!INVALID_VALUE_CODES.has(code) || (code === 'invalid_value' && typeof valueAt(merged, path) !== 'string')) return undefined;
    if (path[0] === 'price_floors') merged['price_floors'] = defaults.price_floors;
    else for (const place of placesOf(path, issue)) places.set(place.join('.'), place);
  }
  // In reverse order, so that list indexes stay valid.
  for (const place of [...places.values()].reverse()) removeAt(merged, place);
  return accountSchema.safeParse(merged).data;
}

/** The location of an issue: unknown keys below the path; in a list the complete item. */
function placesOf(path: readonly PropertyKey[], issue: object): (readonly PropertyKey[])[] {
  const names = 'keys' in issue && Array.isArray(issue.keys) ? (issue.keys as string[]) : undefined;
  if (names) return names.map((name) => [...path, name]);
  const item = path.findIndex((step) => typeof step === 'number');
  return [item < 0 ? path : path.slice(0, item + 1)];
}

function removeAt(settings: Ext, place: readonly PropertyKey[]): void {
  let holder: unknown = settings;
  for (const step of place.slice(0, -1)) holder = isObject(holder) ? holder[String(step)] : undefined;
  const last = place.at(-1);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (isObject(holder)) delete holder[String(last)];
}

/** The default DSA object, given as an object or as JSON, which may be empty or null: then there is none. */
export function readDsa(given: string | Ext | undefined): Result<Ext | undefined> {
  if (given === undefined || given === '') return { value: undefined };
  const dsa = typeof given === 'string' ? parseJson(given) : copyJson(given);
  if (dsa === null) return { value: undefined };
  return isObject(dsa) && !extError('Dsa', dsa) ? { value: dsa } : { error: 'must be a DSA object as JSON' };
}

/** The account of an unknown id: the host's defaults. */
export const defaultAccount = (id: string, defaults: Account): Account => ({ ...defaults, id });
