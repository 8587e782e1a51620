/** JSON schemas of OpenRTB objects, from the shapes that decode them. Unknown fields pass, so that no schema is closed. */
import { type Field, SHAPES, type ShapeName } from '#src/openrtb/shapes.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const KINDS = { i: { type: 'integer' }, f: { type: 'number' }, s: { type: 'string' } } as const;

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function fieldSchema(field: Field): JsonSchema {
  const one = field.kind === undefined ? reference(field.shape ?? '') : KINDS[field.kind];
  return field.list ? { type: 'array', items: one } : one;
}

function shapeSchema(name: ShapeName): JsonSchema {
  const fields = [...SHAPES[name].values()].map((field) => [field.name, fieldSchema(field)] as const);
  return { type: 'object', properties: { ...Object.fromEntries(fields), ext: { type: 'object' } } };
}

/** All shapes by name. */
export const openRtbSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries((Object.keys(SHAPES) as ShapeName[]).map((name) => [name, shapeSchema(name)]));
