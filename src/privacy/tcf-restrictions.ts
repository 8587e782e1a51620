/** Publisher restrictions of vendors by purpose (TCF core string). */
import type { Result } from '#src/lang/result.ts';
import type { Bits } from './bits.ts';
import { readRanges, type VendorSet } from './tcf-vendors.ts';

/** 0: the purpose is not allowed; 1: only with consent; 2: only with legitimate interest. */
export type RestrictionType = 0 | 1 | 2;

interface Restriction {
  readonly purpose: number;
  readonly type: number;
  readonly vendors: VendorSet;
}

export class Restrictions {
  readonly #list: readonly Restriction[];

  constructor(list: readonly Restriction[]) {
    this.#list = list;
  }

  /** Whether the publisher restricts this vendor for this purpose in this way. */
  has(purpose: number, type: RestrictionType, vendorId: number): boolean {
    for (const restriction of this.#list) {
      if (restriction.purpose === purpose && restriction.type === type && restriction.vendors.has(vendorId)) return true;
    }
    return false;
  }
}

const NONE = new Restrictions([]);
const HIGHEST_VENDOR_ID = 65535;

/** Reads the restrictions at `offset`: their number (12 bits), then purpose (6), type (2) and ranges each. Malformed ranges are an error. */
export function readRestrictions(bits: Bits, offset: number): Result<Restrictions> {
  const count = bits.uint(offset, 12);
  if (count === 0) return { value: NONE };
  const list: Restriction[] = [];
  let at = offset + 12;
  for (let i = 0; i < count; i++) {
    const section = readRanges(bits, at + 8, HIGHEST_VENDOR_ID);
    if ('error' in section) return { error: `publisher restriction ${i + 1}: ${section.error}` };
    const { vendors, end } = section.value;
    list.push({ purpose: bits.uint(at, 6), type: bits.uint(at + 6, 2), vendors });
    at = end;
  }
  return { value: new Restrictions(list) };
}
