/** Layers of settings made one: a higher one wins, lists are replaced and not merged, an empty value empties what lies below it. */
import type { Key, Property } from './property.ts';

const NUL = '\u0000';
const idOf = (keys: readonly Key[]): string => keys.join(NUL);

/** What a property takes from lower layers: the list it stands in, or all at and below its key. */
function replaced({ keys }: Property): string {
  const place = keys.findIndex((key) => typeof key === 'number');
  return idOf(place < 0 ? keys : keys.slice(0, place));
}

/** @param properties with resolved keys; those of one layer in the order they were written */
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
