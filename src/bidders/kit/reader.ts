/**
 * Typed views of external JSON: params, `ext` objects of requests and bids. A reader is built from a zod schema but is less strict: only
 * types matter, any field may be missing, names match ignoring case. (The validator has checked params before; a bidder's response is
 * unchecked.)
 */

import type { ZodType, z } from 'zod';
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Failure, Result } from '#src/lang/result.ts';
import { type Schema, toDraft4 } from '../params/schema.ts';
import { parseObject, wrongType } from './decode.ts';

/** The same type with everything optional, at any depth. */
export type Lenient<T> = T extends readonly (infer E)[]
  ? readonly Lenient<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Lenient<T[K]> | undefined }
    : T;

/** The value as the schema types it, or the decoder's message. Missing values and `null` read as an empty object. */
export type Reader<T> = (value: unknown) => Result<T>;

/** The value that a reader returns. @typeParam R the type of the reader */
export type ValueOf<R> = R extends Reader<infer T> ? T : never;

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Reads one value that is not `null`; a `DecodeError` if it cannot. */
type Read = (value: unknown, path: string) => unknown;

class DecodeError implements Failure {
  readonly error: string;
  constructor(error: string) {
    this.error = error;
  }
}

/** A reader of objects shaped like `shape`; compiled on first use. */
export function readerOf<S extends ZodType>(shape: S): Reader<Lenient<z.input<S>>> {
  let read: Read | undefined;
  return (value) => {
    read ??= compile(toDraft4(shape));
    if (!isObject(value)) return value === null ? { value: {} as Lenient<z.input<S>> } : { error: notAnObject(value) };
    const made = read(value, '');
    return made instanceof DecodeError ? made : { value: made as Lenient<z.input<S>> };
  };
}

/** JSON that must contain an object (or `null`), as the reader types it; or the decoder's message. */
export function readJson<T>(json: string, read: Reader<T>): Result<T> {
  const parsed = parseObject(json);
  return 'error' in parsed ? parsed : read(parsed.value);
}

function compile(schema: Schema): Read {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.type === undefined && choices) return firstThatReads(choices.map(compile));
  if (typeof schema.type === 'object') return firstThatReads(schema.type.map((type) => compile({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      return objectReader(schema);
    case 'array':
      return listReader(schema);
    case 'string':
      return (value, path) => (typeof value === 'string' ? value : new DecodeError(wrongType('string', value, path)));
    case 'boolean':
      return (value, path) => (typeof value === 'boolean' ? value : new DecodeError(wrongType('boolean', value, path)));
    case 'integer':
      return (value, path) => (Number.isInteger(value) ? value : new DecodeError(wrongType('integer', value, path)));
    case 'number':
      return (value, path) => (typeof value === 'number' ? value : new DecodeError(wrongType('number', value, path)));
    case 'null':
      // If `null` is allowed it reads as missing: this branch handles nothing else.
      return (value) => new DecodeError(notAnObject(value));
    default:
      return (value) => value;
  }
}

/** The result of the first branch that succeeds; the last one's error otherwise. */
function firstThatReads(branches: readonly Read[]): Read {
  return (value, path) => {
    let made: unknown = new DecodeError(notAnObject(value));
    for (const read of branches) {
      made = read(value, path);
      if (!(made instanceof DecodeError)) return made;
    }
    return made;
  };
}

function objectReader(schema: Schema): Read {
  const properties = Object.entries(schema.properties ?? {});
  const rest = typeof schema.additionalProperties === 'object' ? compile(schema.additionalProperties) : undefined;
  if (properties.length === 0) return mapReader(rest);
  const exact = new Map(properties.map(([name, nested]) => [name, { name, read: compile(nested) }] as const));
  const lower = new Map(properties.map(([name]) => [name.toLowerCase(), exact.get(name)] as const));
  return (value, path) => {
    if (!isObject(value)) return new DecodeError(`cannot unmarshal ${path}: ${notAnObject(value)}`);
    const made: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const property = exact.get(key) ?? lower.get(key.toLowerCase());
      const isTwin = property && property.name !== key && Object.hasOwn(value, property.name);
      if (!property || isTwin || value[key] === null || value[key] === undefined) continue;
      const one = property.read(value[key], below(path, property.name));
      if (one instanceof DecodeError) return one;
      made[property.name] = one;
    }
    return made;
  };
}

/** Reader for an object with arbitrary field names: returns it if every field is readable. */
function mapReader(rest: Read | undefined): Read {
  return (value, path) => {
    if (!isObject(value)) return new DecodeError(`cannot unmarshal ${path}: ${notAnObject(value)}`);
    if (!rest) return value;
    const made: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (value[key] === null || key === '__proto__') continue;
      const one = rest(value[key], below(path, key));
      if (one instanceof DecodeError) return one;
      made[key] = one;
    }
    return made;
  };
}

function listReader(schema: Schema): Read {
  const item = schema.items && compile(schema.items);
  const empty = emptyOf(schema.items);
  return (value, path) => {
    if (!Array.isArray(value)) return new DecodeError(wrongType('list', value, path));
    if (!item) return value;
    const made: unknown[] = [];
    for (const field of value) {
      const one = field === null ? empty : item(field, path);
      if (one instanceof DecodeError) return one;
      made.push(one);
    }
    return made;
  };
}

/** The value of `null` in a list. */
function emptyOf(schema: Schema | undefined): unknown {
  switch (schema?.type) {
    case 'string':
      return '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return {};
  }
}
