/** Versions of the mobile SDK, as this module compares them. */

/** A part as a whole number; undefined where it is none or negative. */
const wholeNumber = (part: string | undefined): number | undefined => (part !== undefined && /^\d+$/.test(part) ? Number(part) : undefined);

/**
 * Whether a version is below a limit. The first part must be a whole number; second and third count 0 if they are missing or
 * none; further parts are ignored.
 */
export function isBelow(version: string | undefined, limit: readonly [number, number, number]): boolean {
  const [first, second, third] = version?.split('.') ?? [];
  const major = wholeNumber(first);
  if (major === undefined) return false;
  const parts = [major, wholeNumber(second) ?? 0, wholeNumber(third) ?? 0];
  for (const [i, part] of parts.entries()) {
    const bound = limit[i] ?? 0;
    if (part !== bound) return part < bound;
  }
  return false;
}
