/**
 * How members that match in any case were written by who sent them. The exchange goes by the proper names; debug output
 * shows the sender's. Nothing is kept of objects whose names were right.
 */
import { isObject } from './merge.ts';

/** Holder → proper name → name as sent. */
const written = new WeakMap<object, Map<string, string>>();

/** Remembers that `name` of this object was sent as `as`. */
export function noteSpelling(holder: object, name: string, as: string): void {
  const names = written.get(holder);
  if (names) names.set(name, as);
  else written.set(holder, new Map([[name, as]]));
}

/** A deep copy of JSON that still knows how its members were sent. */
export function copyWithSpelling<T>(value: T): T {
  return copy(value, (source, entries) => {
    const made = Object.fromEntries(entries);
    const names = written.get(source);
    if (names) written.set(made, names);
    return made;
  }) as T;
}

/** A deep copy of JSON whose members have the names they were sent under. */
export function asWritten(value: unknown): unknown {
  return copy(value, (source, entries) => {
    const names = written.get(source);
    return Object.fromEntries(names ? entries.map(([name, member]) => [names.get(name) ?? name, member]) : entries);
  });
}

function copy(value: unknown, make: (source: object, entries: [string, unknown][]) => object): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, make));
  if (!isObject(value)) return value;
  return make(
    value,
    Object.entries(value).map(([name, member]) => [name, copy(member, make)]),
  );
}
