/**
 * A bidder's response as OpenRTB: one value of a wrong type makes it unreadable, and the message says where. Extension keys may
 * be ours or the established ones, field names in any case; `null` is missing, unknown fields stay.
 */

import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidResponse, DeepReadonly } from '#src/wire/ortb.ts';
import { toInner } from '#src/wire/rename.ts';
import { type Member, SHAPES, type ShapeName } from '#src/wire/shapes.ts';
import { notAnObject, parseObject, wrongType } from './decode.ts';

/**
 * The response, `id`, `impid` and `price` of each bid filled in if missing; or the decoder's message.
 * @param lenient read numbers written as strings, and strings written as numbers (Java variant)
 */
export function decodeResponse(body: string, lenient = false): DeepReadonly<BidResponse> | string {
  const value = parseObject(body);
  if (typeof value === 'string') return value;
  if (body.includes('"prebid"')) toInner(value);
  return bind(value, 'BidResponse', '', lenient) ?? (value as unknown as BidResponse);
}

/** Edits `value`, which is not shared, to fit the shape. @returns the decoder's message if it cannot */
function bind(value: Ext, shapeName: ShapeName, path: string, lenient: boolean): string | undefined {
  const shape = SHAPES[shapeName];
  for (const key of Object.keys(value)) {
    if (key === 'ext') continue;
    const member = shape.get(key) ?? shape.get(key.toLowerCase());
    if (!member || (member.name !== key && Object.hasOwn(value, member.name))) continue;
    const found = lenient ? loosened(member, value[key]) : value[key];
    if (member.name !== key) value[key] = undefined;
    if (member.name !== key || lenient) value[member.name] = found;
    if (found === null) value[member.name] = undefined;
    else if (member.list || member.shape || !fits(member.kind, found)) {
      // The path is only written out for values that may be wrong.
      const error = bindMember(member, found, path === '' ? member.name : `${path}.${member.name}`, lenient);
      if (error !== undefined) return error;
    }
  }
  for (const member of REQUIRED[shapeName]) {
    if (value[member.name] === undefined) value[member.name] = member.list ? [] : member.kind === 's' ? '' : 0;
  }
  return undefined;
}

/** Fields a shape always has. */
const REQUIRED = Object.fromEntries(
  Object.entries(SHAPES).map(([name, shape]) => [name, [...shape.values()].filter(({ always }) => always)]),
) as unknown as { readonly [name in ShapeName]: readonly Member[] };

function bindMember(member: Member, found: unknown, path: string, lenient: boolean): string | undefined {
  if (!member.list) return bindOne(member, found, path, lenient);
  if (!Array.isArray(found)) return wrongType('list', found, path);
  for (let i = 0; i < found.length; i++) {
    if (found[i] === null) found[i] = member.shape ? {} : member.kind === 's' ? '' : 0;
    const error = bindOne(member, found[i], path, lenient);
    if (error !== undefined) return error;
  }
  return undefined;
}

function bindOne(member: Member, found: unknown, path: string, lenient: boolean): string | undefined {
  if (member.shape) return isObject(found) ? bind(found, member.shape, path, lenient) : `cannot unmarshal ${path}: ${notAnObject(found)}`;
  return fits(member.kind, found) ? undefined : wrongType(WANTED[member.kind ?? 'f'], found, path);
}

const WANTED = { s: 'string', i: 'integer', f: 'number' } as const;

const fits = (kind: Member['kind'], found: unknown): boolean =>
  kind === 's' ? typeof found === 'string' : kind === 'i' ? Number.isInteger(found) : typeof found === 'number';

const NUMBER = /^-?\d{1,15}(\.\d+)?$/;

/** A number written as a string, or a string written as a number, in its own type. */
function loosened({ kind, shape, list }: Member, found: unknown): unknown {
  if (shape || list) return found;
  if (kind === 's') return typeof found === 'number' || typeof found === 'boolean' ? String(found) : found;
  const number = typeof found === 'string' && NUMBER.test(found) ? Number(found) : found;
  return kind === 'i' && typeof number === 'number' ? Math.trunc(number) : number;
}
