/** Values that a column's type cannot have: PostgreSQL rejects the whole query because of one of them. */
import type { Query } from './query.ts';

type Value = Query['values'][number];

/** Signed integers of so many bits. */
const isInteger =
  (bits: number) =>
  (text: string): boolean =>
    /^-?\d{1,19}$/.test(text) && BigInt.asIntN(bits, BigInt(text)) === BigInt(text);
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const isUuid = (text: string): boolean => /^([\da-f]{4}-?){7}[\da-f]{4}$/i.test(text);

/** Checks by the number of a type (`pg_type.oid`). */
const CHECKS = new Map<number | undefined, (text: string) => boolean>([
  [21, isInteger(16)],
  [23, isInteger(32)],
  [20, isInteger(64)],
  [700, isNumber],
  [701, isNumber],
  [1700, isNumber],
  [2950, isUuid],
]);

/** The first number of a type that is not PostgreSQL's own. */
const FIRST_OWN_TYPE = 16384;

/** Labels of enums by their types. */
export type EnumLabels = ReadonlyMap<number | undefined, ReadonlySet<string>>;

/** The types that may be enums, each once. */
export const ownTypes = (types: readonly number[]): readonly number[] => [...new Set(types)].filter((type) => type >= FIRST_OWN_TYPE);

const isPossible = (value: string, type: number | undefined, enums: EnumLabels): boolean =>
  !value.includes('\0') && (CHECKS.get(type)?.(value) ?? enums.get(type)?.has(value) ?? true);

/** The values without those their types cannot have, which are null: no row has them. Undefined if there are none. */
export function possibleValues(values: readonly Value[], types: readonly number[], enums: EnumLabels): readonly Value[] | undefined {
  const possible = values.map((value, i) => (typeof value === 'string' && !isPossible(value, types[i], enums) ? null : value));
  return possible.some((value, i) => value !== values[i]) ? possible : undefined;
}
