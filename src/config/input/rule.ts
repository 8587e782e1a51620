/** Builders for the tables of a variant's keys. */
import { errorMessage } from '#src/lang/error-message.ts';
import type { Rule } from './rewrite.ts';

/** Renames the key to our option. */
export const move = (key: string, ...to: readonly string[]): Rule => ({ key, to });

/** The same for several keys: their name to ours. */
export const moves = (pairs: { readonly [key: string]: string | readonly string[] }): Rule[] =>
  Object.entries(pairs).map(([key, to]) => ({ key, to: typeof to === 'string' ? [to] : to }));

/** Keys without effect here. @param reason continues "no meaning here because" */
export const ignored = (reason: string, ...keys: readonly string[]): Rule[] =>
  keys.map((key) => ({ key, warn: `no meaning here because ${reason}` }));

/** Milliseconds as seconds; a non-number is unchanged, so that the schema reports it. */
export const asSeconds = (ms: unknown): unknown => (isNumeric(ms) ? Number(ms) / 1000 : ms);

/** The same for options in whole seconds, rounded up. */
export const asFullSeconds = (ms: unknown): unknown => (isNumeric(ms) ? Math.ceil(Number(ms) / 1000) : ms);

/** Longest time of a timer, in full seconds. */
const LONGEST_SECONDS = 2_147_483;

/** Seconds of which 0 is no limit in the two variants. */
export const asLimit = (seconds: unknown): unknown => (isNumeric(seconds) && Number(seconds) === 0 ? LONGEST_SECONDS : seconds);

/** Seconds as milliseconds. */
export const asMillis = (seconds: unknown): unknown => (isNumeric(seconds) ? Number(seconds) * 1000 : seconds);

/** Whether a value is a finite number, possibly in a string. */
export const isNumeric = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value));

/** A comma-separated string as a list; an empty one is absent. */
export const asList = (value: unknown): unknown =>
  typeof value === 'string'
    ? value === ''
      ? undefined
      : value
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== '')
    : value;

/** Whether a value means false, in any spelling of a boolean. */
export const isOff = (value: unknown): boolean => ['false', 'off', 'no', '0'].includes(String(value).trim().toLowerCase());

/** The value if it is a boolean in any spelling; undefined if it is empty. @throws the violated rule */
export function asFlag(value: unknown): boolean | undefined {
  if (value === undefined || value === '') return undefined;
  if (isOn(value) || isOff(value)) return isOn(value);
  throw new Error(`must be true or false, not ${JSON.stringify(value)}`);
}

/** Whether a value means true. */
const isOn = (value: unknown): boolean => ['true', 'on', 'yes', '1'].includes(String(value).trim().toLowerCase());

/** Parses a JSON string; other values are unchanged. @param what the expected form */
export function asJson(value: unknown, what: string): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch (cause) {
    throw new Error(`must be ${what} as JSON: ${errorMessage(cause)}`, { cause });
  }
}
