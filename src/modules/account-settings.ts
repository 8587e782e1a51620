/** Parses settings of a module, as accounts and engines write them. */
import { type ZodError, z } from 'zod';

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

/** A boolean setting of either variant; absent: not set. */
export const flag = z.preprocess(toFlag, z.boolean().nullish());

/** The first error of settings as `<path>: <message>`. */
export function firstIssue({ issues: [issue] }: ZodError): string {
  if (!issue) return 'invalid settings';
  const path = issue.path.join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
