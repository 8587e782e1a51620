/** All differences between two normalised values. */

export type Kind = 'only ours' | 'only theirs' | 'type' | 'value' | 'length';

export interface Difference {
  /** Fields from the top; items of lists by index. */
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly ours?: unknown;
  readonly theirs?: unknown;
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

/** A null and an absent field are different only to a client that checks for them: hosts of this kind omit or write nulls freely. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Every differing leaf; a list of another length is one difference. */
export function differences(ours: unknown, theirs: unknown, path: readonly string[] = []): Difference[] {
  if (isAbsent(ours) && isAbsent(theirs)) return [];
  if (isAbsent(theirs)) return [{ path, kind: 'only ours', ours }];
  if (isAbsent(ours)) return [{ path, kind: 'only theirs', theirs }];
  if (typeOf(ours) !== typeOf(theirs)) return [{ path, kind: 'type', ours, theirs }];
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length !== theirs.length) return [{ path, kind: 'length', ours, theirs }];
    return ours.flatMap((item, i) => differences(item, theirs[i], [...path, String(i)]));
  }
  if (typeof ours === 'object') return inObjects(ours as object, theirs as object, path);
  return Object.is(ours, theirs) ? [] : [{ path, kind: 'value', ours, theirs }];
}

function inObjects(ours: object, theirs: object, path: readonly string[]): Difference[] {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  const value = (object: object, name: string): unknown => (object as { readonly [field: string]: unknown })[name];
  return [...names].flatMap((name) => differences(value(ours, name), value(theirs, name), [...path, name]));
}
