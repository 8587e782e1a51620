/** Publisher restrictions of vendors by purpose (TCF core string). */
import type { Bits } from './bits.ts';
import { readRanges, type TcfError, type VendorSet } from './tcf-vendors.ts';

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

/** Reads the restrictions at `offset`: their number (12 bits), then purpose (6), type (2) and ranges each. */
export function readRestrictions(bits: Bits, offset: number): Restrictions | TcfError {
  const count = bits.uint(offset, 12);
  if (count === 0) return NONE;
  const list: Restriction[] = [];
  let at = offset + 12;
  for (let i = 0; i < count; i++) {
    const section = readRanges(bits, at + 8, HIGHEST_VENDOR_ID);
    if (typeof section === 'string') return `publisher restriction ${i + 1}: ${section}`;
    list.push({ purpose: bits.uint(at, 6), type: bits.uint(at + 6, 2), vendors: section.vendors });
    at = section.end;
  }
  return new Restrictions(list);
}
