/** Query values as the Go variant parses them, with its error messages. */
import type { Result } from '#src/lang/result.ts';

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** Max values of an unsigned and of a signed 64-bit integer. */
const MAX_UNSIGNED = 2n ** 64n - 1n;
const MAX_SIGNED = 2n ** 63n - 1n;

/** A boolean in one of its six spellings each. */
export function readBoolean(text: string): Result<boolean> {
  if (TRUE.has(text)) return { value: true };
  if (FALSE.has(text)) return { value: false };
  return { error: `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax` };
}

/** Digits only: no sign, no decimal point. */
export function readUnsigned(text: string): Result<number> {
  if (!/^\d+$/.test(text)) return { error: `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax` };
  if (text.length > 19 && BigInt(text) > MAX_UNSIGNED) {
    return { error: `strconv.ParseUint: parsing ${JSON.stringify(text)}: value out of range` };
  }
  return { value: Number(text) };
}

/** An integer with or without a sign; anything else is 0. */
export function toInteger(text: string | undefined): number {
  if (text === undefined || !/^[+-]?\d{1,19}$/.test(text)) return 0;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value > MAX_SIGNED || value < -MAX_SIGNED ? 0 : Number(value) || 0;
}
