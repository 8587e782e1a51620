/** Nesting depth of JSON: excessive nesting breaks recursive functions and `JSON.stringify` alike. */

/** Deeper than any real message. */
export const MAX_NESTING = 200;

/** Whether objects and lists in a parsed value are nested deeper than `limit`; one walk that ends at the limit. */
export function nestsDeeper(value: unknown, limit = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (typeof item === 'object' && nestsDeeper(item, limit - 1)) return true;
    return false;
  }
  for (const name in value) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof field === 'object' && nestsDeeper(field, limit - 1)) return true;
  }
  return false;
}
