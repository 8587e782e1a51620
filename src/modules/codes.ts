/** Modules by their codes: `vendor.module` or, in the Java variant, one word; dashes and underscores are equivalent. */

import { valueAt } from '#src/config/value-at.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toFlag } from './account-settings.ts';

/** The names of a module. @param definition its code and, if it has some, its aliases */
export const codesOf = ({ code, aliases = [] }: { readonly code: string; readonly aliases?: readonly string[] | undefined }): string[] => [
  code,
  ...aliases,
];

/** A code normalized for comparison. */
export const plainCode = (code: string): string => code.replaceAll('-', '_');

/** The key of the field with this name, in either spelling. */
function keyNamed(holder: Ext, name: string): string | undefined {
  if (Object.hasOwn(holder, name)) return name;
  const plain = plainCode(name);
  return Object.keys(holder).find((key) => plainCode(key) === plain);
}

function fieldNamed(holder: Ext, name: string): unknown {
  const key = keyNamed(holder, name);
  return key === undefined ? undefined : holder[key];
}

/** The keys to a module's settings under one of its codes: `{vendor: {module: …}}` or `{code: …}`; undefined: none. */
export function settingsPath(modules: Ext, codes: readonly string[]): readonly string[] | undefined {
  for (const code of codes) {
    const flat = keyNamed(modules, code);
    if (flat !== undefined && isObject(modules[flat])) return [flat];
    const separator = code.indexOf('.');
    const vendor = separator > 0 ? keyNamed(modules, code.slice(0, separator)) : undefined;
    const holder = vendor === undefined ? undefined : modules[vendor];
    const nested = isObject(holder) ? keyNamed(holder, code.slice(separator + 1)) : undefined;
    if (vendor !== undefined && nested !== undefined && isObject((holder as Ext)[nested])) return [vendor, nested];
  }
  return undefined;
}

/** Settings under one of a module's codes; undefined: none. */
export function settingsOf(modules: Ext, codes: readonly string[]): Ext | undefined {
  const path = settingsPath(modules, codes);
  return path && (valueAt(modules, path) as Ext);
}

/** The host's settings of a module: those directly under `hooks`, where the Java variant enables it, and those under `hooks.modules` over them. */
export const hostSettings = (hooks: Ext & { readonly modules: Ext }, codes: readonly string[]): Ext => ({
  ...settingsOf(hooks, codes),
  ...settingsOf(hooks.modules, codes),
});

/** A module's value in a map of switches; undefined: none. */
export function switchOf(switches: unknown, codes: readonly string[]): boolean | undefined {
  if (!isObject(switches)) return undefined;
  for (const code of codes) {
    const value = toFlag(fieldNamed(switches, code));
    if (typeof value === 'boolean') return value;
  }
  return undefined;
}
