/**
 * Finds unknown keys in settings. Most groups ignore unknown keys, because stored accounts are parsed with the same schemas; in the host's
 * own settings such a key is a mistake that must be reported.
 */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { uniform } from './input/property.ts';
import { nearest } from './nearest.ts';
import { namesOf, unwrap } from './schema-parts.ts';

export interface UnknownKey {
  readonly path: readonly string[];
  /** Known names at this path. */
  readonly known: readonly string[];
}

type Tree = { readonly [key: string]: unknown };

/** Max edit distance at which a key of an open group (`z.unknown()`) counts as a misspelled option. */
const SLIP = 2;

/** One entry per key; strict groups report theirs themselves and are skipped. */
export function unknownKeys(schema: z.ZodType, value: unknown, path: readonly string[] = []): UnknownKey[] {
  const unwrapped = unwrap(schema);
  if (unwrapped instanceof z.ZodNullable) return unknownKeys(unwrapped.unwrap() as z.ZodType, value, path);
  if (unwrapped instanceof z.ZodPipe) return throughPipe(unwrapped, value, path);
  if (unwrapped instanceof z.ZodUnion) return inUnion(unwrapped.options as z.ZodType[], value, path);
  if (unwrapped instanceof z.ZodObject && isObject(value)) return inObject(unwrapped, value, path);
  if (unwrapped instanceof z.ZodRecord && isObject(value)) {
    return inRecord(unwrapped, value, path);
  }
  if (unwrapped instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, i) => unknownKeys(unwrapped.element as z.ZodType, item, [...path, String(i)]));
  }
  return [];
}

function inRecord(schema: z.ZodRecord, value: Tree, path: readonly string[]): UnknownKey[] {
  const known = namesOf(schema);
  const spellings = known && new Set(known.map(uniform));
  return Object.entries(value).flatMap(([key, field]) =>
    known && !spellings?.has(uniform(key))
      ? [{ path: [...path, key], known }]
      : unknownKeys(schema.valueType as z.ZodType, field, [...path, key]),
  );
}

function inObject(schema: z.ZodObject, value: Tree, path: readonly string[]): UnknownKey[] {
  const shape = schema.shape as Record<string, z.ZodType>;
  const known = Object.keys(shape);
  const { catchall } = schema.def;
  const isUnknown = (key: string): boolean => {
    if (!catchall) return true;
    return catchall instanceof z.ZodUnknown && nearest(key, known, SLIP) !== undefined;
  };
  return Object.entries(value).flatMap(([key, field]) => {
    const option = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (option) return unknownKeys(option, field, [...path, key]);
    return isUnknown(key) ? [{ path: [...path, key], known }] : [];
  });
}

/** A value that is converted first is checked in its converted form. */
function throughPipe({ def }: z.ZodPipe, value: unknown, path: readonly string[]): UnknownKey[] {
  const [into, out] = [def.in as z.ZodType, def.out as z.ZodType];
  if (!(into instanceof z.ZodTransform)) return unknownKeys(into, value, path);
  try {
    const made: unknown = into.def.transform(value, { value, issues: [] } as never);
    return made instanceof Promise ? [] : unknownKeys(out, made, path);
  } catch {
    // Invalid values are reported by the schema.
    return [];
  }
}

/** Those of the best matching alternative. */
function inUnion(forms: readonly z.ZodType[], value: unknown, path: readonly string[]): UnknownKey[] {
  const fitting = forms.filter((form) => form.safeParse(value).success);
  const all = fitting.map((form) => unknownKeys(form, value, path));
  return all.reduce<UnknownKey[] | undefined>((best, each) => (best && best.length <= each.length ? best : each), undefined) ?? [];
}
