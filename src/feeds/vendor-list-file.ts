/** A published global vendor list (JSON) in a compact form: lists of several years are similar, so equal lines are stored once. */
import { LRUCache } from 'lru-cache';
import { isObject } from '#src/json/merge.ts';
import { entriesUpTo } from '#src/lang/lru-limit.ts';
import type { VendorEntry, VendorList } from '#src/privacy/vendor-list.ts';

type Json = { readonly [name: string]: unknown };

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item): item is number => Number.isInteger(item) && item > 0) : [];

const interned = new LRUCache<string, VendorEntry>(entriesUpTo(20_000));

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

/** @throws Error naming why the text is not a vendor list */
export function parseVendorList(json: string): VendorList {
  const parsed: unknown = JSON.parse(json);
  if (!isObject(parsed)) throw new Error('the vendor list is not an object');
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
