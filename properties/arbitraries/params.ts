/** Params by a bidder's schema; rules between fields (`oneOf`, `not` …) are occasionally violated. */
import fc from 'fast-check';
import type { Schema } from '#src/bidders/params/schema.ts';
import { json } from './json.ts';

const word = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{0,12}$/), fc.stringMatching(/^[1-9]\d{0,8}$/), fc.string({ maxLength: 8 }));

/** Values of one schema. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.type === undefined && choices) return fc.oneof(...choices.map(valuesOf));
  if (typeof schema.type === 'object') return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return fc.array(schema.items ? valuesOf(schema.items) : json, { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'string':
      return messagesOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -3, max: schema.maximum ?? 10 ** 9 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -3, max: schema.maximum ?? 10 ** 9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return json;
  }
}

function objectsOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, nested]) => [name, valuesOf(nested)] as const);
  if (fields.length === 0) return fc.dictionary(word, json, { maxKeys: 3 });
  const requiredKeys = required.filter((name) => Object.hasOwn(properties, name));
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

function messagesOf({ pattern, format, minLength = 0 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'hostname') return fc.domain();
  try {
    return pattern === undefined ? word.map((text) => text.padEnd(minLength, '0')) : fc.stringMatching(new RegExp(pattern));
  } catch {
    return word;
  }
}
