/** Modules by their codes: `vendor.module` or, in the Java variant, one word; dashes and underscores mean the same. */
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

/** A code as it is compared. */
export const plainCode = (code: string): string => code.replaceAll('-', '_');

/** The member that has this name, however its dashes are written. */
function memberNamed(holder: Ext, name: string): unknown {
  if (Object.hasOwn(holder, name)) return holder[name];
  const plain = plainCode(name);
  for (const key of Object.keys(holder)) if (plainCode(key) === plain) return holder[key];
  return undefined;
}

/** Settings kept under one of a module's codes: `{vendor: {module: …}}` or `{code: …}`; undefined: none. */
export function settingsOf(modules: Ext, codes: readonly string[]): Ext | undefined {
  for (const code of codes) {
    const flat = memberNamed(modules, code);
    if (isObject(flat)) return flat;
    const cut = code.indexOf('.');
    const vendor = cut > 0 ? memberNamed(modules, code.slice(0, cut)) : undefined;
    const nested = isObject(vendor) ? memberNamed(vendor, code.slice(cut + 1)) : undefined;
    if (isObject(nested)) return nested;
  }
  return undefined;
}

/** What a map of switches says about a module; undefined: nothing. */
export function switchOf(switches: unknown, codes: readonly string[]): boolean | undefined {
  if (!isObject(switches)) return undefined;
  for (const code of codes) {
    const value = memberNamed(switches, code);
    if (typeof value === 'boolean') return value;
  }
  return undefined;
}
