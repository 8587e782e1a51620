/** Builds a tree from properties with resolved keys, and finds the place where an option was written. */
import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import type { Key, Property } from './property.ts';

type Tree = { [key: string]: unknown };

/** Overlays a value on another; groups are merged field by field. */
function over(under: unknown, value: unknown): unknown {
  if (!isObject(under) || !isObject(value)) return value;
  const merged: Tree = { ...under };
  for (const [key, field] of Object.entries(value)) if (!isUnsafeKey(key)) merged[key] = over(merged[key], field);
  return merged;
}

/** Sets a value at its keys; unfilled list items are omitted. */
function put(holder: Tree | unknown[], keys: readonly Key[], value: unknown): void {
  const [key = '', ...rest] = keys;
  const at = holder as Tree;
  if (rest.length === 0) at[key] = over(at[key], value);
  else {
    const below = at[key];
    const isFit = typeof rest[0] === 'number' ? Array.isArray(below) : isObject(below);
    const next = isFit ? (below as Tree) : typeof rest[0] === 'number' ? [] : {};
    at[key] = next;
    put(next, rest, value);
  }
}

/** Whether setting a value at these keys would change the prototype of all objects. */
const isUnsafe = ({ keys }: Property): boolean => keys.some((key) => typeof key === 'string' && isUnsafeKey(key));

/** Lower layers first, so that later ones override them. Keys of prototypes are not options. */
export function assemble(properties: readonly Property[]): Tree {
  const tree: Tree = {};
  for (const property of properties.toSorted((a, b) => a.origin.rank - b.origin.rank)) {
    const { keys, value } = property;
    if (!isUnsafe(property)) put(tree, keys, isObject(value) ? structuredClone(value) : value);
  }
  return dense(tree) as Tree;
}

/** Lists without holes. Indexes may be anything, so a list is not walked by its length. */
function dense(value: unknown): unknown {
  if (Array.isArray(value)) return Object.values(value).map(dense);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, dense(field)]));
}

/** The property that set an option: the option itself, its group, or one of the options below it. */
export function setBy(properties: readonly Property[], option: readonly PropertyKey[]): Property | undefined {
  let best: Property | undefined;
  let bestLength = 0;
  for (const property of properties) {
    const { keys } = property;
    const shared = keys.findIndex((key, i) => String(key) !== String(option[i]));
    const length = shared < 0 ? keys.length : shared;
    const covers = length === keys.length || length === option.length;
    const isBetter = length > bestLength || (length === bestLength && best !== undefined && property.origin.rank > best.origin.rank);
    if (covers && length > 0 && isBetter) [best, bestLength] = [property, length];
  }
  return best;
}
