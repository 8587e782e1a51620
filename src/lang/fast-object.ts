/**
 * Objects with fields of a shape that V8 knows. An object to which more than 19 fields are added by computed names becomes a hash table, and
 * whatever contains one is serialized at a quarter of the speed. Each order in which fields are added is a shape of its own.
 */

/** Fields that an empty object gets before it becomes a hash table. */
const MAX_ADDED_FIELDS = 19;

/** An object with the last value of each name, in the order of names. */
export function fastObjectOf<T>(fields: [name: string, value: T][]): { [name: string]: T } {
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** The same fields, copied if the object may be a hash table. @param size its number of fields */
export const withShape = <T extends object>(fields: T, size: number): T => (size > MAX_ADDED_FIELDS ? { ...fields } : fields);
