/**
 * Converts values to the type of their option's schema if only their form differs: strings of numbers, words for booleans, one string for a
 * list.
 */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Variant } from '../rule-set.ts';
import { unwrap } from '../schema-parts.ts';
import { type Key, uniform } from './property.ts';

export interface CoerceContext {
  readonly variant: Variant;
  /** Receives the path and reason of ambiguous values. */
  readonly warn: (path: readonly Key[], reason: string) => void;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'on', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'off', 'no', '0'].map((word) => [word, false] as const),
]);
/** Boolean words of the Go variant; any other word means false there. */
const GO_WORDS = new Set(['true', 'false', '1', '0']);

/** The value in the schema's form; a mismatch is unchanged, so that the schema reports it. Undefined: absent. */
export function coerce(schema: z.ZodType, value: unknown, context: CoerceContext, path: readonly Key[] = []): unknown {
  const unwrapped = unwrap(schema);
  if (value === '' && takesStrings(unwrapped) && mustBeFilled(schema)) return absent(context, path, EMPTY);
  if (unwrapped instanceof z.ZodNullable) return coerce(unwrapped.unwrap() as z.ZodType, value, context, path);
  if (unwrapped instanceof z.ZodPipe) return throughPipe(unwrapped, value, context, path);
  if (unwrapped instanceof z.ZodObject) return ofObject(unwrapped, value, context, path);
  if (unwrapped instanceof z.ZodRecord && isEmpty(value)) return undefined;
  if (unwrapped instanceof z.ZodRecord && isObject(value)) {
    return mapFields(value, (field, key) => coerce(unwrapped.valueType as z.ZodType, field, context, [...path, key]));
  }
  if (unwrapped instanceof z.ZodArray) return ofList(unwrapped, value, context, path);
  if (unwrapped instanceof z.ZodUnion) return ofUnion(unwrapped, value, context, path);
  if (unwrapped instanceof z.ZodString) return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (unwrapped instanceof z.ZodEnum) return ofWords(unwrapped, value);
  if (unwrapped instanceof z.ZodNumber) return toNumber(value, context, path);
  return unwrapped instanceof z.ZodBoolean ? toBoolean(value, context, path) : value;
}

function throughPipe({ def }: z.ZodPipe, value: unknown, context: CoerceContext, path: readonly Key[]): unknown {
  if (!(def.in instanceof z.ZodTransform)) return coerce(def.in as z.ZodType, value, context, path);
  return typeof value === 'string' ? value : coerce(def.out as z.ZodType, value, context, path);
}

function ofObject(schema: z.ZodObject, value: unknown, context: CoerceContext, path: readonly Key[]): unknown {
  if (!isObject(value)) return isEmpty(value) ? undefined : value;
  const shape = schema.shape as Record<string, z.ZodType>;
  return mapFields(value, (field, key) => (shape[key] ? coerce(shape[key], field, context, [...path, key]) : field));
}

/** An empty value for a group. */
const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/** A group of absent values alone is absent too. */
function mapFields(holder: { readonly [key: string]: unknown }, map: (field: unknown, key: string) => unknown): object | undefined {
  const entries = Object.entries(holder).map(([key, field]) => [key, map(field, key)] as const);
  const present = entries.filter(([, field]) => field !== undefined);
  return present.length === 0 && entries.length > 0 ? undefined : Object.fromEntries(present);
}

/** A string, or a number with a unit. */
const takesStrings = (unwrapped: z.ZodType): boolean =>
  unwrapped instanceof z.ZodString ||
  (unwrapped instanceof z.ZodUnion &&
    (unwrapped.options as z.ZodType[]).every((form) => unwrap(form) instanceof z.ZodString || unwrap(form) instanceof z.ZodNumber));

/** Whether an option has a default and rejects an empty string. */
const mustBeFilled = (schema: z.ZodType): boolean => schema.safeParse(undefined).success && !schema.safeParse('').success;

/** One string is a list with that item; the Java variant splits it at commas. An empty one is absent. */
function ofList(schema: z.ZodArray, value: unknown, context: CoerceContext, path: readonly Key[]): unknown {
  if (value === '') return undefined;
  const items = Array.isArray(value) ? value : listOf(value, context.variant, takesNumbers(schema.element as z.ZodType));
  if (!Array.isArray(items)) return items;
  return items.map((item, i) => coerce(schema.element as z.ZodType, item, context, [...path, i])).filter((item) => item !== undefined);
}

const takesNumbers = (element: z.ZodType): boolean =>
  element instanceof z.ZodUnion && (element.options as z.ZodType[]).some((form) => unwrap(form) instanceof z.ZodNumber);

function listOf(value: unknown, variant: Variant, isOfNumbers: boolean): unknown {
  if (typeof value === 'string' && variant === 'java')
    return value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map((item) => (isOfNumbers && /^\d+$/.test(item) ? Number(item) : item));
  return typeof value === 'string' || typeof value === 'number' ? [value] : value;
}

/** The first matching form; in the Go variant a string is a list if lists are allowed. */
function ofUnion(schema: z.ZodUnion, value: unknown, context: CoerceContext, path: readonly Key[]): unknown {
  const forms = schema.options as z.ZodType[];
  const list = forms.find((form) => unwrap(form) instanceof z.ZodArray);
  if (list && typeof value === 'string' && context.variant === 'go') return coerce(list, value, context, path);
  if (forms.some((form) => form.safeParse(value).success)) return value;
  for (const form of forms) {
    const read = coerce(form, value, context, path);
    if (form.safeParse(read).success) return read;
  }
  return value;
}

/** One of a fixed set, ignoring case and dashes; an empty word is none. A `no` parsed as a boolean is the word. */
function ofWords(schema: z.ZodEnum, value: unknown): unknown {
  const words = schema.options.map(String);
  if (value === '' && !words.includes('')) return undefined;
  if (value === false && words.includes('no')) return 'no';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return value;
  return words.find((word) => uniform(word) === uniform(String(value))) ?? value;
}

function toNumber(value: unknown, context: CoerceContext, path: readonly Key[]): unknown {
  if (value === '') return absent(context, path);
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value) ? Number(value) : value;
}

function toBoolean(value: unknown, context: CoerceContext, path: readonly Key[]): unknown {
  if (value === '') return absent(context, path);
  if (value === 0 || value === 1) return value === 1;
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  const read = WORDS.get(word);
  if (read !== undefined && context.variant === 'go' && !GO_WORDS.has(word)) {
    context.warn(path, `"${value}" is read as ${read}; the Go variant takes it for false`);
  }
  return read ?? value;
}

const EMPTY = 'is empty, so the default holds';
const EMPTY_OR_ZERO = `${EMPTY}; the Go variant takes it for 0 or false`;

function absent({ variant, warn }: CoerceContext, path: readonly Key[], reason = EMPTY_OR_ZERO): undefined {
  if (variant === 'go') warn(path, reason);
  return undefined;
}
