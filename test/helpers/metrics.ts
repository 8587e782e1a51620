/** Metrics for assertions. */

/** Series of these families with a value other than zero, as `name{labels}` → value; without histogram buckets. */
export function nonZero(text: string, ...families: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [, series = '', name = '', value] of text.matchAll(/^((\w+)(?:\{[^}]*\})?) (\S+)$/gm)) {
    const isWanted = families.length === 0 || families.some((family) => name === family || name === `${family}_count`);
    if (isWanted && Number(value) !== 0) found[series] = Number(value);
  }
  return found;
}
