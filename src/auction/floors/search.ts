/** The rule that applies to an imp: the one with the fewest wildcards, and among those the one that is exact further left. */
import { ANY } from './dimensions.ts';

/** With more keys to try than this, the rules themselves are scanned instead. */
const MAX_TRIES = 64;

/**
 * Keys to try for a list of values, most specific first; `*` among the values stays `*`.
 * @param values per field, the more specific value first
 */
export function* candidates(values: readonly (readonly string[])[], delimiter: string): Generator<string> {
  const open = values.flatMap((list, index) => (list[0] === ANY ? [] : [index]));
  for (let retained = open.length; retained >= 0; retained--) {
    for (const fields of subsets(open, retained)) {
      for (const parts of products(values, new Set(fields))) yield parts.join(delimiter).toLowerCase();
    }
  }
}

/** Subsets of `size`, in order of their lowest elements. */
function* subsets(items: readonly number[], size: number, from = 0): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= items.length - size; i++) {
    for (const rest of subsets(items, size - 1, i + 1)) yield [items[i] as number, ...rest];
  }
}

/** One value for each selected field, `*` for the others. */
function* products(values: readonly (readonly string[])[], retained: ReadonlySet<number>, index = 0): Generator<string[]> {
  if (index === values.length) {
    yield [];
    return;
  }
  for (const value of retained.has(index) ? (values[index] ?? []) : [ANY]) {
    for (const rest of products(values, retained, index + 1)) yield [value, ...rest];
  }
}

/** The key of the matching rule; undefined if none matches. Keys of `rules` are in lower case. */
export function findRule(
  rules: ReadonlyMap<string, unknown>,
  values: readonly (readonly string[])[],
  delimiter: string,
): string | undefined {
  if (rules.size === 0) return undefined;
  if (tries(values) > MAX_TRIES) return scan(rules, values, delimiter);
  for (const key of candidates(values, delimiter)) if (rules.has(key)) return key;
  return undefined;
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
