/**
 * Changes of two hooks that started with the same payload, combined as values. Places in lists are not: one hook may have removed entries
 * before the place that the other one changed.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/**
 * `current` with the changes that lead from `base` to `changed`, which win where both changed the same value. Nothing is modified; unchanged
 * parts are shared.
 */
export function rebase(base: unknown, changed: unknown, current: unknown): unknown {
  if (changed === base || current === changed) return current;
  if (current === base) return changed;
  if (isObject(base) && isObject(changed) && isObject(current)) return rebaseObject(base, changed, current);
  if (Array.isArray(base) && Array.isArray(changed) && Array.isArray(current)) return rebaseList(base, changed, current);
  return changed;
}

function rebaseObject(base: Ext, changed: Ext, current: Ext): Ext {
  const made: Ext = { ...current };
  for (const key of new Set([...Object.keys(base), ...Object.keys(changed)])) {
    if (!Object.hasOwn(changed, key)) delete made[key];
    else if (Object.hasOwn(current, key)) made[key] = rebase(base[key], changed[key], current[key]);
    else if (!Object.hasOwn(base, key) || !isDeepStrictEqual(base[key], changed[key])) made[key] = changed[key];
  }
  return made;
}

/** Entries that either hook removed are removed, those that either added are at the end. */
function rebaseList(base: readonly unknown[], changed: readonly unknown[], current: readonly unknown[]): unknown[] {
  const [mine, theirs] = [placesIn(base, changed), placesIn(base, current)];
  const places = mine.filter((place) => place !== undefined);
  const isReordered = places.some((place, i) => i > 0 && place < (places[i - 1] ?? 0));
  const order = isReordered ? mine : theirs;
  const left = [...base.keys()].filter((i) => mine[i] !== undefined && theirs[i] !== undefined);
  left.sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0));
  return [
    ...left.map((i) => rebase(base[i], changed[mine[i] ?? 0], current[theirs[i] ?? 0])),
    ...added(current, theirs),
    ...added(changed, mine),
  ];
}

function added(list: readonly unknown[], places: readonly (number | undefined)[]): unknown[] {
  const known = new Set(places);
  return list.filter((_, place) => !known.has(place));
}

/** Where each entry of `base` is in the other list: the same object or value, else one of the same identity; undefined: it was removed. */
function placesIn(base: readonly unknown[], list: readonly unknown[]): (number | undefined)[] {
  const places: (number | undefined)[] = base.map(() => undefined);
  const free = new Set(list.keys());
  const match = (isSame: (entry: unknown, other: unknown, i: number, place: number) => boolean): void => {
    for (const [i, entry] of base.entries()) {
      if (places[i] !== undefined) continue;
      // Most entries are still in order, so the first free place fits.
      const place = free.values().find((at) => isSame(entry, list[at], i, at));
      if (place === undefined) continue;
      places[i] = place;
      free.delete(place);
    }
  };
  match((entry, other) => entry === other);
  match((entry, other) => isDeepStrictEqual(entry, other));
  match((entry, other) => {
    const identity = identityOf(entry);
    return identity !== undefined && identity === identityOf(other);
  });
  // Entries without an identity that were changed are still where they were.
  if (list.length === base.length) match((entry, _other, i, place) => i === place && identityOf(entry) === undefined && isObject(entry));
  return places;
}

/** What names an entry: of bids also their seat and imp. */
function identityOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return undefined;
  const { bid, seat, source, id } = entry;
  if (isObject(bid)) return JSON.stringify([seat, bid['impid'], bid['id']]);
  const name = id ?? seat ?? source;
  return name === undefined ? undefined : JSON.stringify(name);
}
