/** Randomness as an injectable service; tests pin it. */
import { randomBytes, randomFillSync } from 'node:crypto';

export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** UUID version 4, lower case. */
  uuid(): string;
  /** Integer below 2^63. */
  bits63(): bigint;
}

const UUID_BYTES = 16;
/** Random bytes drawn in advance. */
const pool = Buffer.allocUnsafeSlow(UUID_BYTES * 1024);
let used = pool.length;

const text = Buffer.from('00000000-0000-4000-8000-000000000000', 'latin1');
/** Position of each byte's two digits in the string. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');

/**
 * UUID (RFC 9562 version 4) as one flat string: the platform's own consists of twenty pieces (see `src/lang/flat.ts` for the cost), and an
 * auction needs about twenty ids.
 */
function uuid(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (let i = 0; i < UUID_BYTES; i++) {
    let byte = pool[used + i] as number;
    if (i === 6) byte = (byte & 0x0f) | 0x40;
    else if (i === 8) byte = (byte & 0x3f) | 0x80;
    const place = PLACES[i] as number;
    text[place] = DIGITS[byte >> 4] as number;
    text[place + 1] = DIGITS[byte & 0x0f] as number;
  }
  used += UUID_BYTES;
  return text.toString('latin1');
}

export const systemRandom: Random = {
  next: () => Math.random(),
  uuid,
  bits63: () => BigInt.asUintN(63, randomBytes(8).readBigUInt64BE()),
};
