/** Lays one JSON object over another without writing to either; what the patch does not touch is shared with the base. */
import type { Ext } from '#src/wire/ext.ts';
import { isObject, isUnsafeKey } from '#src/wire/merge.ts';

/** Objects merge, lists and scalars replace, `null` removes (RFC 7396). */
export function overlay<T extends object>(base: T | undefined, patch: object): T {
  const merged: Ext = { ...(base as Ext | undefined) };
  for (const [key, value] of Object.entries(patch) as [string, unknown][]) {
    if (isUnsafeKey(key)) continue;
    if (value === null) delete merged[key];
    else if (isObject(value)) {
      const below = merged[key];
      merged[key] = overlay(isObject(below) ? below : undefined, value);
    } else merged[key] = value;
  }
  return merged as T;
}
