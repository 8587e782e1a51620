/** The data binding of the bidder cases (corpus README, section 6): OpenRTB objects are normalized before comparison. */
import { type Field, SHAPES, type ShapeName } from '#src/openrtb/shapes.ts';

type Json = unknown;
type JsonObject = Record<string, Json>;

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** As an auction would hold it: known fields under their own names, without `null`, `id` and `imp` always present. */
export function bind(shapeName: ShapeName, value: Json): Json {
  if (!isObject(value)) return value;
  const shape = SHAPES[shapeName];
  const bound: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (key.toLowerCase() === 'ext') {
      if (value[key] !== undefined && (key === 'ext' || !('ext' in value))) bound['ext'] = value[key];
      continue;
    }
    const field = shape.get(key) ?? shape.get(key.toLowerCase());
    if (!field || value[key] === null || (field.name !== key && field.name in value)) continue;
    bound[field.name] = each(field, value[key], bind);
  }
  if (shapeName === 'BidRequest' || shapeName === 'Imp') bound['id'] ??= '';
  if (shapeName === 'BidRequest') bound['imp'] ??= [];
  return bound;
}

function each(field: Field, value: Json, change: (shape: ShapeName, value: Json) => Json): Json {
  const { shape } = field;
  if (!shape) return value;
  return field.list && Array.isArray(value) ? value.map((one) => change(shape, one)) : change(shape, value);
}

const isZero = (value: Json): boolean => value === undefined || value === null || value === 0 || value === '' || value === false;

/** As serialized: zero values omitted if the shape says so, required ones filled in, the rest unchanged. */
export function encode(shapeName: ShapeName, value: Json, unknownFields: 'keep' | 'drop' = 'keep'): Json {
  if (!isObject(value)) return value;
  const shape = SHAPES[shapeName];
  const encoded: JsonObject = {};
  for (const key of Object.keys(value)) {
    const found = value[key];
    const field = shape.get(key);
    if (found === undefined || (!field && key !== 'ext' && unknownFields === 'drop')) continue;
    if (!field) encoded[key] = found;
    else if (found !== null && (field.zeroCounts || !(isZero(found) || isEmptyList(found)))) {
      encoded[key] = each(field, found, (nested, one) => encode(nested, one, unknownFields));
    }
  }
  for (const field of shape.values()) {
    if (field.always) encoded[field.name] ??= field.list ? null : field.kind === 's' ? '' : 0;
  }
  return encoded;
}

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;
