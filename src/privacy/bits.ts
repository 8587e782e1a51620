/** Consent strings are bit fields in base64url, read directly from the bytes without expansion. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Value of each ASCII character in base64url; 255: not in the alphabet. */
const SEXTETS = new Uint8Array(128).fill(255);
for (let value = 0; value < ALPHABET.length; value++) SEXTETS[ALPHABET.charCodeAt(value)] = value;

/** A sequence of bits; offsets count from the first. Bits beyond the end read as zero. */
export class Bits {
  readonly bytes: Uint8Array;
  /** Available bits: six per character. */
  readonly length: number;

  constructor(bytes: Uint8Array, length: number) {
    this.bytes = bytes;
    this.length = length;
  }

  bit(offset: number): boolean {
    return (((this.bytes[offset >> 3] ?? 0) >> (7 - (offset & 7))) & 1) === 1;
  }

  /** Unsigned integer of `width` bits (at most 48), most significant bit first. */
  uint(offset: number, width: number): number {
    const end = offset + width;
    let value = 0;
    for (let at = offset; at < end; ) {
      const take = Math.min(8 - (at & 7), end - at);
      const byte = this.bytes[at >> 3] ?? 0;
      const part = (byte >> (8 - (at & 7) - take)) & ((1 << take) - 1);
      value = value * (1 << take) + part;
      at += take;
    }
    return value;
  }
}

/** The bits of unpadded base64url text between `start` and `end`; undefined if a character is not in the alphabet. */
export function toBits(text: string, start = 0, end: number = text.length): Bits | undefined {
  const length = (end - start) * 6;
  const bytes = new Uint8Array((length + 7) >> 3);
  let held = 0;
  let heldBits = 0;
  let next = 0;
  for (let i = start; i < end; i++) {
    const sextet = SEXTETS[text.charCodeAt(i)] ?? 255;
    if (sextet === 255) return undefined;
    held = ((held << 6) | sextet) & 0xffff;
    heldBits += 6;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[next++] = held >> heldBits;
    }
  }
  if (heldBits > 0) bytes[next] = held << (8 - heldBits);
  return new Bits(bytes, length);
}
