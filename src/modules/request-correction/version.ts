/** Versions of the mobile SDK in this module's order. */

/** Larger parts are invalid. */
const MAX_PART = 2 ** 31 - 1;

/** A part as an integer; undefined if it is invalid or negative. */
function fullNumber(part: string | undefined): number | undefined {
  const number = part !== undefined && /^\+?\d+$/.test(part) ? Number(part) : MAX_PART + 1;
  return number <= MAX_PART ? number : undefined;
}

/**
 * Whether a version is below a limit. The first part must be an integer; second and third count as 0 if they are missing or invalid;
 * further parts are ignored.
 */
export function isBelow(version: string | undefined, limit: readonly [number, number, number]): boolean {
  const [first, second, third] = version?.split('.') ?? [];
  const major = fullNumber(first);
  if (major === undefined) return false;
  const parts = [major, fullNumber(second) ?? 0, fullNumber(third) ?? 0];
  for (const [i, part] of parts.entries()) {
    const bound = limit[i] ?? 0;
    if (part !== bound) return part < bound;
  }
  return false;
}
