/** Errors of a stored account: keys and rules, for the log and for `auctor check`. */

import { copyJson, isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { type Account, accountSchema } from './account.ts';
import { readDsa, withDefaults } from './accounts.ts';
import { uniform } from './input/property.ts';
import { toAccountInput, unknownAuctionKeys } from './java/account.ts';
import { nearest } from './nearest.ts';
import { unknownKeys } from './unknown-keys.ts';

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
 * @param isLenient values of another form are converted
 */
export function accountProblems(json: string, defaults: Account, isLenient = false): AccountProblems {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch (cause) {
    return { errors: [`not JSON: ${errorMessage(cause)}`], warnings: [] };
  }
  if (!isObject(stored)) return { errors: ['must be an object'], warnings: [] };
  const input = toAccountInput(stored);
  const merged = withDefaults(copyJson(input), defaults, isLenient);
  const issues = accountSchema.safeParse(merged).error?.issues ?? [];
  const errors = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const dsa = readDsa(accountSchema.safeParse(merged).data?.privacy.dsa.default);
  if ('error' in dsa) errors.push(`privacy.dsa.default: ${dsa.error}`);
  const ignored = IGNORED.flatMap(([known, reason]) => {
    const written = writtenAs(stored, known) ?? writtenAs(input, known);
    return written === undefined ? [] : [{ known, written, reason }];
  });
  const unknown = unknownKeys(accountSchema, { ...input, ...unknownAuctionKeys(stored) });
  return {
    errors,
    warnings: [
      ...ignored.map(({ written, reason }) => `${written}: no meaning here because ${reason}`),
      ...unknown
        .filter(({ path }) => !ignored.some(({ known }) => known.startsWith(path.join('.')) || path.join('.').startsWith(known)))
        .map(({ path, known }) => `${path.join('.')}: unknown key${hint(path.at(-1) ?? '', known)}`),
    ],
  };
}

const hint = (key: string, known: readonly string[]): string => {
  const near = nearest(key, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
};

/** A key as it is written, in any spelling of its levels; undefined: it is not set. */
function writtenAs(holder: unknown, path: string): string | undefined {
  const names: string[] = [];
  let at = holder;
  for (const name of path.split('.')) {
    const found = isObject(at) ? Object.entries(at).find(([key]) => uniform(key) === uniform(name)) : undefined;
    if (found?.[1] === undefined) return undefined;
    names.push(found[0]);
    at = found[1];
  }
  return names.join('.');
}
