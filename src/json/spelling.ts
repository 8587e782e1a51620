/**
 * Original spelling of case-insensitive fields. The exchange uses the canonical names; debug output shows the sender's. Nothing is stored
 * for objects with canonical names.
 */
import { isObject } from './merge.ts';

/** Holder → canonical name → name as sent. */
const written = new WeakMap<object, Map<string, string>>();

let noted = 0;

/** The number of names recorded so far: a change says that a value has names in another case. */
export const notedSpellings = (): number => noted;

/** Records that `name` of this object was sent as `as`. */
export function noteSpelling(holder: object, name: string, as: string): void {
  noted++;
  const names = written.get(holder);
  if (names) names.set(name, as);
  else written.set(holder, new Map([[name, as]]));
}

/** A deep copy of JSON that retains the original spelling. */
export function copyWithSpelling<T>(value: T): T {
  return copy(value, (source, entries) => {
    const made = Object.fromEntries(entries);
    const names = written.get(source);
    if (names) written.set(made, names);
    return made;
  }) as T;
}

/** A deep copy of JSON with the field names as sent. */
export function asWritten(value: unknown): unknown {
  return copy(value, (source, entries) => {
    const names = written.get(source);
    return Object.fromEntries(names ? entries.map(([name, field]) => [names.get(name) ?? name, field]) : entries);
  });
}

function copy(value: unknown, make: (source: object, entries: [string, unknown][]) => object): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, make));
  if (!isObject(value)) return value;
  return make(
    value,
    Object.entries(value).map(([name, field]) => [name, copy(field, make)]),
  );
}
