/**
 * Merges layers of settings: a higher layer takes precedence, lists are replaced instead of merged, and an empty value clears everything
 * below it.
 */
import type { Key, Property } from './property.ts';

const NUL = '\u0000';
const idOf = (keys: readonly Key[]): string => keys.join(NUL);

/** What a property overrides in lower layers: its list, or everything at and below its key. */
function replaced({ keys }: Property): string {
  const place = keys.findIndex((key) => typeof key === 'number');
  return idOf(place < 0 ? keys : keys.slice(0, place));
}

/** @param properties with resolved keys, in written order within a layer */
export function mergeLayers(properties: readonly Property[]): Property[] {
  const retained = new Map<string, Property>();
  const ordered = properties
    .map((property, i) => ({ property, i }))
    .sort((a, b) => a.property.origin.rank - b.property.origin.rank || a.i - b.i);
  const byHolder = new Map<string, Set<string>>();
  for (const { property } of ordered) {
    const { rank } = property.origin;
    const under = replaced(property);
    for (const id of byHolder.get(under) ?? []) if ((retained.get(id)?.origin.rank ?? rank) < rank) retained.delete(id);
    if (property.value === null) continue;
    const id = idOf(property.keys);
    retained.delete(id);
    retained.set(id, property);
    for (let depth = 1; depth <= property.keys.length; depth++) {
      const holder = idOf(property.keys.slice(0, depth));
      const ids = byHolder.get(holder) ?? new Set();
      byHolder.set(holder, ids.add(id));
    }
  }
  return [...retained.values()];
}
