/** Parses settings of a module, as hosts, accounts and engines write them. */
import { type ZodError, z } from 'zod';
import { isObject } from '#src/json/merge.ts';

const BOOLEAN_STRINGS: { readonly [text: string]: boolean | null } = {
  '': null,
  true: true,
  True: true,
  TRUE: true,
  false: false,
  False: false,
  FALSE: false,
};

/** A boolean, also as a string or as an integer, as the Java variant decodes settings; other values are returned unchanged. */
export function toFlag(value: unknown): unknown {
  if (typeof value === 'string') return Object.hasOwn(BOOLEAN_STRINGS, value.trim()) ? BOOLEAN_STRINGS[value.trim()] : value;
  return Number.isInteger(value) ? value !== 0 : value;
}

/** A finite number, also as a string; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A setting of this schema that may be a number in a string: arguments are strings. */
export const numeric = <T extends z.ZodType>(schema: T) => z.preprocess((value) => toNumber(value) ?? value, schema);

/** The same for a boolean in a string. */
export const switched = <T extends z.ZodType>(schema: T) => z.preprocess(toFlag, schema);

/** A boolean setting of either variant; absent: not set. */
export const flag = switched(z.boolean().nullish());

/** The first error of settings as `<path>: <message>`. */
export function firstIssue({ issues: [issue] }: ZodError): string {
  if (!issue) return 'invalid settings';
  const path = issue.path.join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

/** Settings with names in kebab case, at every level; snake case is accepted as well. */
export function kebabNames(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name.replaceAll('_', '-'), kebabNames(of)]));
}

/** The same in snake case; null, as YAML reads a key without a value, is absent. */
export function snakeNames(value: unknown): unknown {
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(given.map(([name, field]) => [name.replaceAll('-', '_'), snakeNames(field)]));
}
