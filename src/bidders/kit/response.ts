/**
 * A bidder's response as OpenRTB. One value of a wrong type makes the response unreadable, and the message names its path. Extension keys
 * may be ours or the established ones, field names in any case; `null` counts as missing, unknown fields are preserved.
 */

import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidResponse, DeepReadonly } from '#src/openrtb/ortb.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';
import { type Field, SHAPES, type ShapeName } from '#src/openrtb/shapes.ts';
import { parseObject, wrongType } from './decode.ts';

/**
 * The response with `id`, `impid` and `price` of each bid filled in if missing; or the decoder's message.
 * @param lenient read numbers written as strings, and strings written as numbers (Java variant)
 */
export function decodeResponse(body: string, lenient = false): Result<DeepReadonly<BidResponse>> {
  const parsed = parseObject(body);
  if ('error' in parsed) return parsed;
  const { value } = parsed;
  const error = bind(value, 'BidResponse', '', lenient);
  if (error !== undefined) return { error };
  // Extensions are found by the fields' own names.
  if (body.includes('"prebid"')) normaliseExt(value);
  return { value: value as unknown as BidResponse };
}

/** Edits the unshared `value` to fit the shape. @returns the decoder's message on failure */
function bind(value: Ext, shapeName: ShapeName, path: string, lenient: boolean): string | undefined {
  const shape = SHAPES[shapeName];
  for (const key of Object.keys(value)) {
    if (key === 'ext') continue;
    const field = shape.get(key) ?? shape.get(key.toLowerCase());
    if (!field) bindExt(value, key);
    if (!field || (field.name !== key && Object.hasOwn(value, field.name))) continue;
    const found = lenient ? coerced(field, value[key]) : value[key];
    if (field.name !== key) value[key] = undefined;
    if (field.name !== key || lenient) value[field.name] = found;
    if (found === null) value[field.name] = undefined;
    else if (field.list || field.shape || !fits(field.kind, found)) {
      // The path is built only for values that may be wrong.
      const error = bindField(field, found, path === '' ? field.name : `${path}.${field.name}`, lenient);
      if (error !== undefined) return error;
    }
  }
  for (const field of REQUIRED[shapeName]) {
    if (value[field.name] === undefined) value[field.name] = field.list ? [] : field.kind === 's' ? '' : 0;
  }
  return undefined;
}

/** Renames an `ext` in another letter case, unless there is one in lower case. */
function bindExt(value: Ext, key: string): void {
  if (key.length !== 3 || key.toLowerCase() !== 'ext' || Object.hasOwn(value, 'ext')) return;
  value['ext'] = value[key];
  value[key] = undefined;
}

/** Required fields of each shape. */
const REQUIRED = Object.fromEntries(
  Object.entries(SHAPES).map(([name, shape]) => [name, [...shape.values()].filter(({ always }) => always)]),
) as unknown as { readonly [name in ShapeName]: readonly Field[] };

function bindField(field: Field, found: unknown, path: string, lenient: boolean): string | undefined {
  if (!field.list) return bindOne(field, found, path, lenient);
  if (!Array.isArray(found)) return wrongType('list', found, path);
  for (let i = 0; i < found.length; i++) {
    if (found[i] === null) found[i] = field.shape ? {} : field.kind === 's' ? '' : 0;
    const error = bindOne(field, found[i], path, lenient);
    if (error !== undefined) return error;
  }
  return undefined;
}

function bindOne(field: Field, found: unknown, path: string, lenient: boolean): string | undefined {
  if (field.shape) return isObject(found) ? bind(found, field.shape, path, lenient) : `cannot unmarshal ${path}: ${notAnObject(found)}`;
  return fits(field.kind, found) ? undefined : wrongType(WANTED[field.kind ?? 'f'], found, path);
}

const WANTED = { s: 'string', i: 'integer', f: 'number' } as const;

const fits = (kind: Field['kind'], found: unknown): boolean =>
  kind === 's' ? typeof found === 'string' : kind === 'i' ? Number.isInteger(found) : typeof found === 'number';

const NUMBER = /^-?\d{1,15}(\.\d+)?$/;

/** A number written as a string, or a string written as a number, converted to its type. */
function coerced({ kind, shape, list }: Field, found: unknown): unknown {
  if (shape || list) return found;
  if (kind === 's') return typeof found === 'number' || typeof found === 'boolean' ? String(found) : found;
  const number = typeof found === 'string' && NUMBER.test(found) ? Number(found) : found;
  return kind === 'i' && typeof number === 'number' ? Math.trunc(number) : number;
}
