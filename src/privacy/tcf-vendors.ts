/** A set of vendor ids in a TCF string: one bit each, or ranges. */
import type { Result } from '#src/lang/result.ts';
import type { Bits } from './bits.ts';

/** A set of vendor ids. */
export interface VendorSet {
  readonly maxId: number;
  /** No vendor is in it. */
  readonly isEmpty: boolean;
  has(id: number): boolean;
}

/** A set and the offset of the bit after it. */
export interface VendorSection {
  readonly vendors: VendorSet;
  readonly end: number;
}

const ENTRY_COUNT_BITS = 12;
const ID_BITS = 16;

/** Ids as pairs of first and last, in the order written; so few that a linear scan beats a search. */
class RangeSet implements VendorSet {
  readonly maxId: number;
  readonly #pairs: Uint16Array;

  constructor(maxId: number, pairs: Uint16Array) {
    this.maxId = maxId;
    this.#pairs = pairs;
  }

  get isEmpty(): boolean {
    return this.#pairs.length === 0;
  }

  has(id: number): boolean {
    const pairs = this.#pairs;
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      if (id >= (pairs[i] ?? 0) && id <= (pairs[i + 1] ?? 0)) return true;
    }
    return false;
  }
}

class BitFieldSet implements VendorSet {
  readonly maxId: number;
  readonly #bits: Bits;
  readonly #start: number;

  constructor(maxId: number, bits: Bits, start: number) {
    this.maxId = maxId;
    this.#bits = bits;
    this.#start = start;
  }

  get isEmpty(): boolean {
    for (let id = 1; id <= this.maxId; id++) if (this.has(id)) return false;
    return true;
  }

  has(id: number): boolean {
    return id >= 1 && id <= this.maxId && this.#bits.bit(this.#start + id - 1);
  }
}

/** A vendor section: max id (16 bits), kind (1 bit), then a bit per id or ranges. A malformed one is an error. */
export function readVendorSection(bits: Bits, offset: number): Result<VendorSection> {
  if (offset + ID_BITS + 1 > bits.length) return { error: `vendor section at bit ${offset} lies past the end of the string` };
  const maxId = bits.uint(offset, ID_BITS);
  const start = offset + ID_BITS + 1;
  if (bits.bit(offset + ID_BITS)) return readRanges(bits, start, maxId);
  const end = start + maxId;
  if (end > bits.length) return { error: `a bit field for ${maxId} vendors needs ${end} bits, but the string has only ${bits.length}` };
  return { value: { vendors: new BitFieldSet(maxId, bits, start), end } };
}

/** Ranges: their number (12 bits), then one id or first and last each. Ids are 1 to `maxId`; a range has at least two. */
export function readRanges(bits: Bits, offset: number, maxId: number): Result<VendorSection> {
  const count = bits.uint(offset, ENTRY_COUNT_BITS);
  let at = offset + ENTRY_COUNT_BITS;
  // The shortest entry has 17 bits: a count the string cannot hold is rejected before anything is allocated.
  if (at + count * (1 + ID_BITS) > bits.length) return { error: `${count} range entries at bit ${offset} lie past the end of the string` };
  const pairs = new Uint16Array(count * 2);
  for (let i = 0; i < count; i++) {
    const isRange = bits.bit(at);
    const first = bits.uint(at + 1, ID_BITS);
    const last = isRange ? bits.uint(at + 1 + ID_BITS, ID_BITS) : first;
    if (isRange && last <= first) return { error: `bit ${at}: range of vendors [${first}, ${last}]; the start must be less than the end` };
    if (first < 1 || last > maxId) return { error: `bit ${at}: vendors [${first}, ${last}] are outside [1, ${maxId}]` };
    pairs[i * 2] = first;
    pairs[i * 2 + 1] = last;
    at += 1 + ID_BITS + (isRange ? ID_BITS : 0);
  }
  if (at > bits.length) return { error: `range entries at bit ${offset} lie past the end of the string` };
  return { value: { vendors: new RangeSet(maxId, pairs), end: at } };
}
