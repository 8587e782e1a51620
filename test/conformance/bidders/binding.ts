/** The wire binding of the bidder cases (README section 6): OpenRTB objects brought to one form before they are compared. */
import { type Member, SHAPES, type ShapeName } from '#src/wire/shapes.ts';

type Json = unknown;
type JsonObject = Record<string, Json>;

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** As an auction would hold it: known members under their own names, `null` left out, `id` and `imp` always there. */
export function bind(shapeName: ShapeName, value: Json): Json {
  if (!isObject(value)) return value;
  const shape = SHAPES[shapeName];
  const bound: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (key === 'ext') {
      if (value['ext'] !== undefined) bound['ext'] = value['ext'];
      continue;
    }
    const member = shape.get(key) ?? shape.get(key.toLowerCase());
    if (!member || value[key] === null || (member.name !== key && member.name in value)) continue;
    bound[member.name] = each(member, value[key], bind);
  }
  if (shapeName === 'BidRequest' || shapeName === 'Imp') bound['id'] ??= '';
  if (shapeName === 'BidRequest') bound['imp'] ??= [];
  return bound;
}

function each(member: Member, value: Json, change: (shape: ShapeName, value: Json) => Json): Json {
  const { shape } = member;
  if (!shape) return value;
  return member.list && Array.isArray(value) ? value.map((one) => change(shape, one)) : change(shape, value);
}

const isZero = (value: Json): boolean => value === undefined || value === null || value === 0 || value === '' || value === false;

/** As it goes over the wire: zero values left out where the shape says so, those always written filled in, the rest kept. */
export function encode(shapeName: ShapeName, value: Json, unknownMembers: 'keep' | 'drop' = 'keep'): Json {
  if (!isObject(value)) return value;
  const shape = SHAPES[shapeName];
  const encoded: JsonObject = {};
  for (const key of Object.keys(value)) {
    const found = value[key];
    const member = shape.get(key);
    if (found === undefined || (!member && key !== 'ext' && unknownMembers === 'drop')) continue;
    if (!member) encoded[key] = found;
    else if (found !== null && (member.zeroCounts || !(isZero(found) || isEmptyList(found)))) {
      encoded[key] = each(member, found, (inner, one) => encode(inner, one, unknownMembers));
    }
  }
  for (const member of shape.values()) {
    if (member.always) encoded[member.name] ??= member.list ? null : member.kind === 's' ? '' : 0;
  }
  return encoded;
}

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;

/** The value with nothing in it writable: writing to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
