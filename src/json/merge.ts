/** JSON merge patch (RFC 7396): `null` deletes, objects merge, everything else replaces. */
import type { Ext } from '#src/openrtb/ext.ts';

/** Names that would reach an object's prototype instead of a field. */
export const isUnsafeKey = (key: string): boolean => key === '__proto__' || key === 'constructor' || key === 'prototype';

/** An object that is not a list. */
export const isObject = (value: unknown): value is Ext => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The patch merged over the base. The base is consumed: its objects are modified and become part of the result, as do those of the patch.
 * Fields whose names reach the prototype are dropped.
 */
export function mergePatch(base: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const target = isObject(base) ? base : {};
  for (const key in patch) {
    if (isUnsafeKey(key)) continue;
    const value = patch[key];
    if (value === null) {
      if (key in target) delete target[key];
    } else target[key] = isObject(value) ? mergePatch(target[key], value) : value;
  }
  return target;
}

/** A deep copy of JSON data that the caller may modify. */
export function copyJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyJson) as T;
  if (!isObject(value)) return value;
  const copy: Ext = {};
  for (const key in value) if (!isUnsafeKey(key)) copy[key] = copyJson(value[key]);
  return copy as T;
}

/** Removes `null` fields from all nested objects, in place (the Java variant merges without them). */
export function dropNulls(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) dropNulls(item);
  else if (isObject(value)) {
    for (const key in value) {
      if (value[key] === null) delete value[key];
      else dropNulls(value[key]);
    }
  }
}
