/** Field names in any letter case: decoders of the Go variant and of its cache service compare names so, and bidders' names have any. */
import { memoByObject } from '#src/lang/memo.ts';
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

/** Letters of a name → the name, the first of equal ones; made once per object: requests have thousands of names for thousands of bidders. */
const namesByLetters = memoByObject((object: object): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const name of Object.keys(object).reverse()) names.set(name.toLowerCase(), name);
  return names;
});

/** The field of that name, else the first whose name differs only in case. The object's names do not change after the first call. */
export function fieldInAnyCase<T>(object: { readonly [name: string]: T } | null | undefined, name: string): T | undefined {
  if (!object) return undefined;
  if (Object.hasOwn(object, name)) return object[name];
  const own = namesByLetters(object).get(name.toLowerCase());
  return own === undefined ? undefined : object[own];
}
