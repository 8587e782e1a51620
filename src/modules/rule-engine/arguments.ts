/** Arguments of schema and result functions, parsed once when an account's settings are compiled. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { RuleDialect } from './dialects.ts';

/** Settings that cannot be compiled; the message is for the operator. */
export class RuleError extends Error {}

/** A function that does not exist. */
export class UnknownFunctionError extends RuleError {}

/** The arguments as an object; absent and null count as empty. */
export function argumentsOf(args: unknown): Ext {
  return isObject(args) ? args : {};
}

/** @throws RuleError if a function without arguments receives any */
export function readNone(name: string, args: unknown, { messages }: RuleDialect): void {
  const given = args !== undefined && args !== null && (!isObject(args) || Object.keys(args).length > 0);
  if (given) throw new RuleError(messages.noArguments(name));
}

/** A list of strings or integers under `key`. @throws RuleError if it is absent, empty or contains another type */
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

/** A string under `key`. @throws RuleError if it is absent or not a string */
export function readString(key: string, args: unknown, { messages }: RuleDialect): string {
  const value = argumentsOf(args)[key];
  if (typeof value !== 'string') throw new RuleError(messages.scalar(key, 'a string'));
  return value;
}

/** An integer under `key`, or the default. @throws RuleError if it is required and absent, or not an integer */
export function readInteger(key: string, args: unknown, absent: number | undefined, { messages }: RuleDialect): number {
  const isReadable = args === undefined || args === null || isObject(args);
  const value = argumentsOf(args)[key] ?? absent;
  if (!isReadable || !Number.isInteger(value)) throw new RuleError(messages.scalar(key, 'an integer'));
  return value as number;
}
