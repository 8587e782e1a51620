/** The rule that applies to an imp: the one with the fewest wildcards, and among those the one that is exact further left. */
import { ANY } from './dimensions.ts';

/** With more keys to try than this, and than there are rules, the rules themselves are scanned instead. */
const MAX_TRIES = 64;

const WILDCARD = [ANY];

/** A search: its values per field, the more specific value first, and what is tried next. */
interface Search {
  readonly values: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly isRule: (key: string) => boolean;
  /** Fields with known values. */
  readonly open: readonly number[];
  /** The fields of the next keys that are not a wildcard. */
  readonly retained: boolean[];
  readonly parts: string[];
}

/**
 * The first key, in lower case, that `isRule` accepts; undefined: none. Keys are tried from the most specific on; `*` among the values stays
 * `*`.
 * @param values per field, the more specific value first
 */
export function firstKey(values: readonly (readonly string[])[], delimiter: string, isRule: (key: string) => boolean): string | undefined {
  const open: number[] = [];
  for (let i = 0; i < values.length; i++) if (values[i]?.[0] !== ANY) open.push(i);
  const search: Search = { values, delimiter, isRule, open, retained: values.map(() => false), parts: [] };
  for (let count = open.length; count >= 0; count--) {
    const key = retain(search, 0, count);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Retains `count` of the open fields from the given one on: subsets in the order of their lowest fields. */
function retain(search: Search, from: number, count: number): string | undefined {
  if (count === 0) return fill(search, 0);
  const { open, retained } = search;
  for (let i = from; i <= open.length - count; i++) {
    const field = open[i] as number;
    retained[field] = true;
    const key = retain(search, i + 1, count - 1);
    retained[field] = false;
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Tries each combination of values of the retained fields from `index` on, with `*` for the others. */
function fill(search: Search, index: number): string | undefined {
  const { values, retained, parts, delimiter, isRule } = search;
  if (index === values.length) {
    const key = parts.join(delimiter).toLowerCase();
    return isRule(key) ? key : undefined;
  }
  for (const value of retained[index] ? (values[index] ?? []) : WILDCARD) {
    parts[index] = value;
    const key = fill(search, index + 1);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The key of the matching rule; undefined if none matches. Keys of `rules` are in lower case. */
export function findRule(
  rules: ReadonlyMap<string, unknown>,
  values: readonly (readonly string[])[],
  delimiter: string,
): string | undefined {
  if (rules.size === 0) return undefined;
  if (tries(values) > Math.max(MAX_TRIES, rules.size)) return scan(rules, values, delimiter);
  return firstKey(values, delimiter, (key) => rules.has(key));
}

const tries = (values: readonly (readonly string[])[]): number =>
  values.reduce((count, list) => count * (list[0] === ANY ? 1 : list.length + 1), 1);

/** The same selection without trying every combination, whose number doubles with each field. */
function scan(rules: ReadonlyMap<string, unknown>, values: readonly (readonly string[])[], delimiter: string): string | undefined {
  const wanted = values.map((list) => list.map((value) => value.toLowerCase()));
  let best: string | undefined;
  let bestRank: readonly number[] | undefined;
  for (const key of rules.keys()) {
    const rank = rankOf(key.split(delimiter), wanted);
    if (rank && (!bestRank || isBefore(rank, bestRank))) [best, bestRank] = [key, rank];
  }
  return best;
}

/** The number of wildcards, then for each field the position of its value, wildcards last; undefined: no match. */
function rankOf(parts: readonly string[], wanted: readonly (readonly string[])[]): readonly number[] | undefined {
  if (parts.length !== wanted.length) return undefined;
  const rank = [0];
  for (let i = 0; i < parts.length; i++) {
    const list = wanted[i] ?? [];
    const place = list.indexOf(parts[i] ?? '');
    if (place < 0 && parts[i] !== ANY) return undefined;
    const isAny = parts[i] === ANY;
    if (isAny) rank[0] = (rank[0] ?? 0) + 1;
    rank.push(isAny ? Number.MAX_SAFE_INTEGER : place);
  }
  return rank;
}

/** The selected fields decide before the choice among several values. */
function isBefore(left: readonly number[], right: readonly number[]): boolean {
  return (order(left.map(shapeOf), right.map(shapeOf)) || order(left, right)) < 0;
}

const shapeOf = (place: number, field: number): number => (field > 0 && place < Number.MAX_SAFE_INTEGER ? 0 : place);

function order(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((place, i) => place !== right[i]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
