/** Strings of any code points, halves of surrogate pairs included. */
import fc from 'fast-check';

const MAX_CODE_POINT = 0x10ffff;

function codePointOf(unit: unknown): number {
  const codePoint = typeof unit === 'string' ? unit.codePointAt(0) : undefined;
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== unit) throw new Error('not one code point');
  return codePoint;
}

/** fast-check's `binary` units without its table of a million of them, which takes a second of CPU. */
const codePoint = fc.integer({ min: 0, max: MAX_CODE_POINT }).map((value) => String.fromCodePoint(value), codePointOf);

/** @param limits lengths in code points */
export const unicodeString = (limits: { readonly minLength?: number; readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...limits, unit: codePoint });
