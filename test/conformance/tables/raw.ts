/** Inputs of tables whose bytes are no JSON. */

/** Such bytes (`$raw`) as strings. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('$raw' in value) return value.$raw;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}
