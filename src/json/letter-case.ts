/** Field names in any letter case: decoders of the Go variant and of its cache service compare names so, and bidders' names have any. */
import type { Ext } from '#src/openrtb/ext.ts';

/**
 * The object with the listed fields under these names, other fields unchanged; of several spellings, the last in the text wins.
 * @param names in lower case
 */
export function inAnyCase(value: Ext, names: ReadonlySet<string>): Ext {
  for (const key in value) if (!names.has(key) && names.has(key.toLowerCase())) return withNames(value, names);
  return value;
}

function withNames(value: Ext, names: ReadonlySet<string>): Ext {
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const name = key.toLowerCase();
      return [names.has(name) ? name : key, field];
    }),
  );
}

/** The field of that name, else the first whose name differs only in case. */
export function fieldInAnyCase<T>(object: { readonly [name: string]: T } | null | undefined, name: string): T | undefined {
  if (!object) return undefined;
  if (Object.hasOwn(object, name)) return object[name];
  const lower = name.toLowerCase();
  for (const key of Object.keys(object)) if (key.toLowerCase() === lower) return object[key];
  return undefined;
}
