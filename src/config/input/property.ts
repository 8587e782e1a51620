/** A setting as it was written somewhere: its key, its value, and the place. */

/** Where a setting was written. */
export interface Origin {
  /** A file's path, `environment`, `arguments`, or the name of built-in defaults. */
  readonly source: string;
  /** The key as written there, levels joined by dots; of the environment the variable's name. */
  readonly written: string;
  /** Key within a text of JSON that stands there. */
  readonly inside?: string | undefined;
  /** Line in the file, from 1. */
  readonly line?: number | undefined;
  /** Number of the layer: a higher one wins. */
  readonly rank: number;
}

export type Key = string | number;

export interface Property {
  /** Names and places in lists from the top. As read: as written, dots and brackets in them. As resolved: one name a level. */
  readonly keys: readonly Key[];
  readonly value: unknown;
  readonly origin: Origin;
}

/** One key in any of its spellings: dashes, underscores and case do not count. */
export const uniform = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** `a.b[0].c` of names and places. */
export const joinKeys = (keys: readonly Key[]): string =>
  keys.reduce<string>((path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`), '');

/** `key (file:line)`, as messages name a setting; a variable or an argument is its own place. */
export function placed({ written, source, line, inside }: Origin): string {
  return `${written}${line === undefined ? '' : ` (${source}:${line})`}${inside === undefined ? '' : `, ${inside}`}`;
}

/** Every leaf of a tree as properties with the given origin; empty groups say nothing. */
export function flatten(tree: unknown, origin: Origin, keys: readonly Key[] = []): Property[] {
  const isGroup = typeof tree === 'object' && tree !== null && !Array.isArray(tree);
  if (isGroup) return Object.entries(tree).flatMap(([key, value]) => flatten(value, origin, [...keys, key]));
  if (Array.isArray(tree) && tree.length > 0) return tree.flatMap((item, i) => flatten(item, origin, [...keys, i]));
  return [{ keys, value: tree, origin: { ...origin, written: joinKeys(keys) } }];
}
