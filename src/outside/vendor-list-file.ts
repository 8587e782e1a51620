/** A global vendor list as published (JSON), made small: lists of years are much alike, so equal lines are kept once for all of them. */
import { LRUCache } from 'lru-cache';
import type { VendorEntry, VendorList } from '#src/auction/privacy/vendor-list.ts';
import { isObject } from '#src/wire/merge.ts';

type Json = { readonly [name: string]: unknown };

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item): item is number => Number.isInteger(item) && item > 0) : [];

const interned = new LRUCache<string, VendorEntry>({ max: 20_000 });

function toEntry(vendor: Json): VendorEntry {
  const entry: VendorEntry = {
    purposes: numbers(vendor['purposes']),
    legIntPurposes: numbers(vendor['legIntPurposes']),
    flexiblePurposes: numbers(vendor['flexiblePurposes']),
    specialFeatures: numbers(vendor['specialFeatures']),
    specialPurposes: numbers(vendor['specialPurposes']),
    features: numbers(vendor['features']),
    deleted: typeof vendor['deletedDate'] === 'string',
  };
  const key = JSON.stringify(Object.values(entry));
  const known = interned.get(key);
  if (known) return known;
  interned.set(key, entry);
  return entry;
}

/** @throws Error naming what makes the text no vendor list */
export function parseVendorList(text: string): VendorList {
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed)) throw new Error('the vendor list is no object');
  const { vendorListVersion: version, gvlSpecificationVersion: spec, vendors } = parsed;
  if (typeof version !== 'number' || version < 1) throw new Error('the vendor list has no `vendorListVersion`');
  if (!isObject(vendors)) throw new Error('the vendor list has no object `vendors`');
  const entries = new Map<number, VendorEntry>();
  for (const [key, vendor] of Object.entries(vendors)) {
    const id = Number(key);
    if (Number.isInteger(id) && id > 0 && isObject(vendor)) entries.set(id, toEntry(vendor));
  }
  if (entries.size === 0) throw new Error('the vendor list has no vendors');
  return { specVersion: typeof spec === 'number' ? spec : 2, version, vendor: (id) => entries.get(id) };
}
