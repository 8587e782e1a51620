/** Building blocks of schemas. */
import { z } from 'zod';

const names = new WeakMap<z.ZodType, readonly string[]>();

/** A record in which only keys with these names, in any spelling, have an effect; others are accepted. */
export function recordOf<V extends z.ZodType>(known: readonly string[], value: V): z.ZodRecord<z.ZodString, V> {
  const record = z.record(z.string(), value);
  names.set(record, known);
  return record;
}

/** The names of such a record; undefined: all keys of the record have an effect. */
export const namesOf = (record: z.ZodRecord): readonly string[] | undefined => names.get(record);

/** The schema inside defaults and optionals. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let unwrapped = schema;
  while (
    unwrapped instanceof z.ZodDefault ||
    unwrapped instanceof z.ZodPrefault ||
    unwrapped instanceof z.ZodOptional ||
    unwrapped instanceof z.ZodCatch
  ) {
    unwrapped = unwrapped.def.innerType as z.ZodType;
  }
  return unwrapped;
}
