/** Merges one JSON object over another without modifying either; unpatched parts are shared with the base. */

import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

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
