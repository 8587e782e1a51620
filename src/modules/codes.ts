/** Modules by their codes: `vendor.module` or, in the Java variant, one word; dashes and underscores are equivalent. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** A code normalized for comparison. */
export const plainCode = (code: string): string => code.replaceAll('-', '_');

/** The field with this name, in either spelling. */
function fieldNamed(holder: Ext, name: string): unknown {
  if (Object.hasOwn(holder, name)) return holder[name];
  const plain = plainCode(name);
  for (const key of Object.keys(holder)) if (plainCode(key) === plain) return holder[key];
  return undefined;
}

/** Settings under one of a module's codes: `{vendor: {module: …}}` or `{code: …}`; undefined: none. */
export function settingsOf(modules: Ext, codes: readonly string[]): Ext | undefined {
  for (const code of codes) {
    const flat = fieldNamed(modules, code);
    if (isObject(flat)) return flat;
    const separator = code.indexOf('.');
    const vendor = separator > 0 ? fieldNamed(modules, code.slice(0, separator)) : undefined;
    const nested = isObject(vendor) ? fieldNamed(vendor, code.slice(separator + 1)) : undefined;
    if (isObject(nested)) return nested;
  }
  return undefined;
}

/** A module's value in a map of switches; undefined: none. */
export function switchOf(switches: unknown, codes: readonly string[]): boolean | undefined {
  if (!isObject(switches)) return undefined;
  for (const code of codes) {
    const value = fieldNamed(switches, code);
    if (typeof value === 'boolean') return value;
  }
  return undefined;
}
