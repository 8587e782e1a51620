/** A setting as written: key, value and origin. */

/** Where a setting was written. */
export interface Origin {
  /** A file's path, `environment`, `arguments`, or the name of built-in defaults. */
  readonly source: string;
  /** The key as written, levels joined by dots; for the environment the variable's name. */
  readonly written: string;
  /** Key within a JSON string. */
  readonly inside?: string | undefined;
  /** Line in the file, from 1. */
  readonly line?: number | undefined;
  /** Number of the layer: the higher one takes precedence. */
  readonly rank: number;
}

export type Key = string | number;

export interface Property {
  /** Names and list indexes from the top. As read, names may contain dots and brackets; as resolved, one name per level. */
  readonly keys: readonly Key[];
  readonly value: unknown;
  readonly origin: Origin;
  /** The value as written, if it has placeholders, none of them for another setting. */
  readonly template?: string;
}

/** A key's uniform form: dashes, underscores and case are ignored. */
export const uniform = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Names and indexes as `a.b[0].c`. */
export const joinKeys = (keys: readonly Key[]): string =>
  keys.reduce<string>((path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`), '');

/** `key (file:line)`, the name of a setting in messages; a variable or argument is its own place. */
export function placed({ written, source, line, inside }: Origin): string {
  return `${written}${line === undefined ? '' : ` (${source}:${line})`}${inside === undefined ? '' : `, ${inside}`}`;
}

/** Every leaf of a tree as properties with the given origin; empty groups are ignored. */
export function flatten(tree: unknown, origin: Origin, keys: readonly Key[] = []): Property[] {
  const isGroup = typeof tree === 'object' && tree !== null && !Array.isArray(tree);
  if (isGroup) return Object.entries(tree).flatMap(([key, value]) => flatten(value, origin, [...keys, key]));
  if (Array.isArray(tree) && tree.length > 0) return tree.flatMap((item, i) => flatten(item, origin, [...keys, i]));
  return [{ keys, value: tree, origin: { ...origin, written: joinKeys(keys) } }];
}
