/**
 * Keys of settings that no option has. Most groups let unknown keys fall, since stored accounts are read by the same schemas; in the
 * host's own settings such a key is a mistake somebody must hear of.
 */
import { z } from 'zod';
import { isObject } from '#src/wire/merge.ts';
import { unwrap } from './environment.ts';
import { nearest } from './keys.ts';

export interface UnknownKey {
  readonly path: readonly string[];
  /** Names that are known where it stands. */
  readonly known: readonly string[];
}

type Tree = { readonly [key: string]: unknown };

/** Edits by which a key of a group that takes further names (`z.unknown()`) still counts as one of its options misspelled. */
const SLIP = 2;

/** One entry a key; strict groups tell of theirs themselves and are passed over. */
export function unknownKeys(schema: z.ZodType, value: unknown, path: readonly string[] = []): UnknownKey[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodNullable) return unknownKeys(inner.unwrap() as z.ZodType, value, path);
  if (inner instanceof z.ZodPipe) return throughPipe(inner, value, path);
  if (inner instanceof z.ZodUnion) return inUnion(inner.options as z.ZodType[], value, path);
  if (inner instanceof z.ZodObject && isObject(value)) return inObject(inner, value, path);
  if (inner instanceof z.ZodRecord && isObject(value)) {
    return Object.entries(value).flatMap(([key, member]) => unknownKeys(inner.valueType as z.ZodType, member, [...path, key]));
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, i) => unknownKeys(inner.element as z.ZodType, item, [...path, String(i)]));
  }
  return [];
}

function inObject(schema: z.ZodObject, value: Tree, path: readonly string[]): UnknownKey[] {
  const shape = schema.shape as Record<string, z.ZodType>;
  const known = Object.keys(shape);
  const { catchall } = schema.def;
  const isUnknown = (key: string): boolean => {
    if (!catchall) return true;
    return catchall instanceof z.ZodUnknown && nearest(key, known, SLIP) !== undefined;
  };
  return Object.entries(value).flatMap(([key, member]) => {
    const option = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (option) return unknownKeys(option, member, [...path, key]);
    return isUnknown(key) ? [{ path: [...path, key], known }] : [];
  });
}

/** What is read in another form first is looked at in that form. */
function throughPipe({ def }: z.ZodPipe, value: unknown, path: readonly string[]): UnknownKey[] {
  const [into, out] = [def.in as z.ZodType, def.out as z.ZodType];
  if (!(into instanceof z.ZodTransform)) return unknownKeys(into, value, path);
  try {
    const made: unknown = into.def.transform(value, { value, issues: [] } as never);
    return made instanceof Promise ? [] : unknownKeys(out, made, path);
  } catch {
    // What cannot be read is told by the schema.
    return [];
  }
}

/** Those of the form that fits best. */
function inUnion(forms: readonly z.ZodType[], value: unknown, path: readonly string[]): UnknownKey[] {
  const fitting = forms.filter((form) => form.safeParse(value).success);
  const all = fitting.map((form) => unknownKeys(form, value, path));
  return all.reduce<UnknownKey[] | undefined>((best, each) => (best && best.length <= each.length ? best : each), undefined) ?? [];
}
