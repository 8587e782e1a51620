/** Arguments of schema and result functions, read once when an account's settings are compiled. */
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { RuleDialect } from './dialects.ts';

/** Settings that cannot be compiled; the message is for the operator. */
export class RuleError extends Error {}

/** The arguments as an object; absent and null count as empty. */
export function argumentsOf(args: unknown): Ext {
  return isObject(args) ? args : {};
}

/** @throws RuleError where arguments are given to a function that takes none */
export function readNone(name: string, args: unknown, { messages }: RuleDialect): void {
  const given = args !== undefined && args !== null && (!isObject(args) || Object.keys(args).length > 0);
  if (given) throw new RuleError(messages.noArguments(name));
}

/** A list of texts or whole numbers under `key`. @throws RuleError where it is absent, empty or holds another type */
export function readList<T extends string | number>(
  name: string,
  key: string,
  elements: T extends string ? 'strings' : 'integers',
  args: unknown,
  { messages }: RuleDialect,
): readonly T[] {
  const list = argumentsOf(args)[key];
  if (list === undefined || list === null || (Array.isArray(list) && list.length === 0)) {
    throw new RuleError(messages.list(name, key, elements));
  }
  const fits = elements === 'strings' ? (one: unknown) => typeof one === 'string' : Number.isInteger;
  if (!Array.isArray(list) || !list.every(fits)) throw new RuleError(messages.wrongElement(key, elements));
  return list as T[];
}

/** A text under `key`. @throws RuleError where it is absent or no text */
export function readString(key: string, args: unknown, { messages }: RuleDialect): string {
  const value = argumentsOf(args)[key];
  if (typeof value !== 'string') throw new RuleError(messages.scalar(key, 'a string'));
  return value;
}

/** A whole number under `key`, or the default. @throws RuleError where it is required and absent, or no whole number */
export function readInteger(key: string, args: unknown, absent: number | undefined, { messages }: RuleDialect): number {
  const value = argumentsOf(args)[key] ?? absent;
  if (!Number.isInteger(value)) throw new RuleError(messages.scalar(key, 'an integer'));
  return value as number;
}
