/** Errors of a stored account: keys and rules, for the log and for `auctor check`. */

import { copyJson, isObject } from '#src/json/merge.ts';
import { MAX_NESTING, nestsDeeper } from '#src/json/nesting.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { legacyGranularity } from '#src/openrtb/granularity.ts';
import { type Account, accountSchema } from './account.ts';
import { unknownActivityNames } from './account-activities.ts';
import { readDsa, withDefaults } from './accounts.ts';
import { deadEndpoints } from './hook-stages.ts';
import { toAccountInput, unknownAuctionKeys } from './java/account.ts';
import { writtenAccountKey, writtenAs } from './java/account-keys.ts';
import { didYouMean, nearest } from './nearest.ts';
import { executionPlan } from './sections/hooks.ts';
import { unknownKeys } from './unknown-keys.ts';
import { type FetchLimits, fetchErrors } from './validate/floors.ts';

export interface AccountProblems {
  /** Errors that make the account or a part of it unusable. */
  readonly errors: readonly string[];
  /** Keys without effect. */
  readonly warnings: readonly string[];
}

/** Keys of the two variants without effect in an account, with the reason. */
const IGNORED: readonly (readonly [path: string, reason: string])[] = [
  ['price_floors.fetch.account_id', 'the server fills it in'],
  ['validations.secure_markup', "the host's validations.secure_markup applies to all accounts"],
  ['privacy.gdpr.special_features.sf2', 'fingerprinting is never done'],
];

/**
 * @param json the stored account as JSON; @param defaults the host's `account_defaults`
 * @param isLenient values of another form are converted; @param limits the host's for fetched floors; undefined: they are not checked
 */
export function accountProblems(json: string, defaults: Account, isLenient = false, limits?: FetchLimits): AccountProblems {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch (cause) {
    return { errors: [`not JSON: ${errorMessage(cause)}`], warnings: [] };
  }
  if (!isObject(stored)) return { errors: ['must be an object'], warnings: [] };
  if (nestsDeeper(stored)) return { errors: [`JSON is nested deeper than ${MAX_NESTING} levels`], warnings: [] };
  const input = toAccountInput(stored);
  const merged = withDefaults(copyJson(input), defaults, isLenient);
  const issues = accountSchema.safeParse(merged).error?.issues ?? [];
  const errors = [...issues, ...planIssues(merged)].map(({ path, message }) => errorOf(stored, path, message));
  errors.push(...replacedValues(stored, input));
  const account = accountSchema.safeParse(merged).data;
  errors.push(...(account && limits ? fetchErrors(account, limits) : []).map((line) => replacedFetch(stored, line)));
  const dsa = readDsa(account?.privacy.dsa.default);
  if ('error' in dsa) errors.push(`privacy.dsa.default: ${dsa.error}`);
  const ignored = IGNORED.flatMap(([known, reason]) => {
    const written = writtenAs(stored, known) ?? writtenAs(input, known);
    return written === undefined ? [] : [{ known, written, reason }];
  });
  const unknown = unknownKeys(accountSchema, { ...input, ...unknownAuctionKeys(stored) });
  return {
    errors,
    warnings: [
      ...deadEndpoints(planIn(input)?.data).map(
        ({ key, reason }) => `${writtenAccountKey(stored, [...PLAN, 'endpoints', key])}: ${reason}`,
      ),
      ...ignored.map(({ written, reason }) => `${written}: no meaning here because ${reason}`),
      ...unknown
        .filter(({ path }) => !ignored.some(({ known }) => known.startsWith(path.join('.')) || path.join('.').startsWith(known)))
        .map(({ path, known }) => `${writtenAccountKey(stored, path)}: unknown key${didYouMean(nearest(path.at(-1) ?? '', known))}`),
    ],
  };
}

/** An error with the key as written. The Java variant has one more word for purposes. */
function errorOf(stored: unknown, path: readonly PropertyKey[], message: string): string {
  const key = writtenAccountKey(stored, path);
  const isMode = path.at(-1) === 'enforce_algo' && !key.endsWith('enforce_algo');
  return `${key}: ${isMode ? message.replace('"basic"|"full"|""', '"no"|"basic"|"full"') : message}`;
}

const isGranularity = (name: unknown): boolean => name === '' || name === 'unknown' || legacyGranularity(String(name)) !== undefined;
const ROUNDINGS: readonly unknown[] = ['', 'down', 'true', true, 'timesplit', 'up'];

/** An option whose value is replaced, and the rule it violates. */
interface Replaced {
  readonly path: readonly string[];
  readonly rule: string;
}

const MEDIA_TYPES: readonly unknown[] = ['banner', 'video', 'audio', 'native', ''];

/** A bidder without support of several formats gets no imp of an unknown one. */
const wrongMediaTypes = ({ preferredmediatype: preferred }: Ext): Replaced[] =>
  Object.entries(isObject(preferred) ? preferred : {})
    .filter(([, type]) => typeof type === 'string' && !MEDIA_TYPES.includes(type))
    .map(([bidder]) => ({ path: ['preferredmediatype', bidder], rule: 'must be banner, video, audio or native' }));

/** Words that the schema of accounts accepts, but without effect: mostly the default holds. @param input an account under our keys */
export function replacedOptions(account: Ext): Replaced[] {
  const { price_granularity: granularity, bid_rounding: rounding } = account;
  const rules = [
    [['price_granularity'], granularity, isGranularity(granularity), 'is not the name of a price granularity; medium holds'],
    [['bid_rounding'], rounding, ROUNDINGS.includes(rounding), 'must be down, true, timesplit or up; down holds'],
  ] as const;
  const replaced = rules.flatMap(([path, value, isKnown, rule]) =>
    value === undefined || value === null || isKnown ? [] : [{ path, rule }],
  );
  return [...replaced, ...wrongMediaTypes(account), ...unknownActivityNames(account)];
}

/** The same of a stored account, and its status. */
function replacedValues(stored: Ext, input: Ext): string[] {
  const { status } = stored;
  const isKnown = status === undefined || status === null || /^(in)?active$/i.test(String(status));
  const replaced = isKnown ? [] : [{ path: ['status'], rule: 'must be active or inactive; it counts as active' }];
  return [...replaced, ...replacedOptions(input)].map(({ path, rule }) => `${writtenAccountKey(stored, path)}: ${rule}`);
}

/** An error of fetched floors under the key as written. @param line `option: rule` */
function replacedFetch(stored: Ext, line: string): string {
  const [option = '', rule = ''] = line.split(': ');
  return `${writtenAccountKey(stored, option.split('.'))}: ${rule}; the default holds`;
}

/** The option of an account's plan of modules. */
export const PLAN = ['hooks', 'execution_plan'] as const;

/** The plan of modules has a schema of its own; an invalid one is not used. */
export function planIn({ hooks }: Ext): ReturnType<typeof executionPlan.safeParse> | undefined {
  const plan: unknown = isObject(hooks) ? hooks['execution_plan'] : undefined;
  return isObject(plan) ? executionPlan.safeParse(plan) : undefined;
}

function planIssues(settings: Ext): { readonly path: readonly PropertyKey[]; readonly message: string }[] {
  const issues = planIn(settings)?.error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: [...PLAN, ...path], message }));
}
