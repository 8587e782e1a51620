/**
 * Decoding of untrusted JSON. A decoder returns the value, or the error message of a strictly typed decoder, which publishers and bidders
 * know. `null` always reads as an empty value.
 */

import { expectedObject, firstCharacter, notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import { parseJson } from '#src/json/parse.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** The message of another JSON decoder, which some bidders use: it reports missing text differently. */
export const standardMessage = (cause: string): string => (cause === notAnObject(undefined) ? 'unexpected end of JSON input' : cause);

/** The message of a reader that wanted the string at a path and found `value`; `undefined`: the path does not exist. */
export function notAString(value: unknown): string {
  if (value === undefined) return 'Key path not found';
  return value === null ? 'Value is null' : `Value is not a string: ${JSON.stringify(value)}`;
}

/** The decoder's message if it expected a string, a list, a number or a boolean at `path`. */
export function wrongType(wanted: 'string' | 'list' | 'number' | 'integer' | 'boolean', value: unknown, path: string): string {
  const found = firstCharacter(value);
  switch (wanted) {
    case 'string':
      return `cannot unmarshal ${path}: expects " or n, but found ${found}`;
    case 'list':
      return `cannot unmarshal ${path}: decode slice: expect [ or n, but found ${found}`;
    case 'boolean':
      return `cannot unmarshal ${path}: expect t or f, but found ${found}`;
    default:
      return `cannot unmarshal ${path}: ${typeof value === 'number' ? 'not a whole number' : `unexpected character: ${found}`}`;
  }
}

/** The object itself (`null`: an empty one), or the decoder's message. */
export const asObject = (value: unknown): Result<Ext> =>
  isObject(value) ? { value } : value === null ? { value: {} } : { error: notAnObject(value) };

/** JSON that must contain an object (or `null`): the object, or the decoder's message. */
export function parseObject(json: string): Result<Ext> {
  const first = json.trimStart().charAt(0) || '\0';
  if (first !== '{' && first !== 'n') return { error: expectedObject(first) };
  try {
    return asObject(JSON.parse(json));
  } catch (cause) {
    return { error: `cannot unmarshal: ${errorMessage(cause)}` };
  }
}

/** JSON that must contain a list (or `null`): the list, or the decoder's message. */
export function parseList(json: string): Result<readonly unknown[]> {
  const value = parseJson(json) ?? (json.trim() === 'null' ? [] : undefined);
  return Array.isArray(value) ? { value } : { error: `decode slice: expect [ or n, but found ${json.trimStart().charAt(0) || '\0'}` };
}

/** The field of that name, else the first whose name differs only in case. */
export function field(object: Readonly<Ext> | undefined, name: string): unknown {
  if (!object || Object.hasOwn(object, name)) return object?.[name];
  const lower = name.toLowerCase();
  const key = Object.keys(object).find((candidate) => candidate.toLowerCase() === lower);
  return key === undefined ? undefined : object[key];
}

/** The number that a string is; undefined if it is none. */
export const toNumber = (text: string): number | undefined =>
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;

/** The whole number of 64 bits that a string is; undefined if it is none. */
export function toInteger(text: string): number | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)0*(\d{1,19})$/.exec(text) ?? [];
  if (digits === '') return undefined;
  const integer = BigInt(sign + digits);
  return BigInt.asIntN(64, integer) === integer ? Number(integer) : undefined;
}
