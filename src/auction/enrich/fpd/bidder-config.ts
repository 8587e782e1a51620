/** `ext.srv.bidderconfig`: a publisher's first-party data for single bidders. */

import { isObject } from '#src/json/merge.ts';
import type { BidderConfig, Ext } from '#src/openrtb/ext.ts';

/** Objects of one bidder that override the request's; as received. */
export interface Ortb2 {
  readonly site?: Ext | undefined;
  readonly app?: Ext | undefined;
  readonly dooh?: Ext | undefined;
  readonly user?: Ext | undefined;
  readonly device?: Ext | undefined;
}

export const PARTS = ['site', 'app', 'dooh', 'user', 'device'] as const;
export type Part = (typeof PARTS)[number];

/** How the variants differ: Go rejects a bidder named twice, Java uses its first entry. */
export type Duplicates = 'reject' | 'first';

/** Message for malformed configs. */
export const UNREADABLE = 'invalid first party data ext';

/** By bidder in the spelling of `normalise`. */
export type BidderConfigs = ReadonlyMap<string, Ortb2>;

/**
 * Reads the list.
 * @param normalise returns a bidder's core name (aliases unchanged)
 * @returns the configs, or the first error message
 */
export function readBidderConfig(
  given: readonly BidderConfig[] | null | undefined,
  normalise: (bidder: string) => string,
  duplicates: Duplicates,
): { readonly configs: BidderConfigs; readonly error?: string } {
  const configs = new Map<string, Ortb2>();
  for (const entry of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    if (!isObject(entry)) continue;
    const ortb2 = toOrtb2(isObject(entry['config']) ? entry['config']['ortb2'] : undefined);
    if (!ortb2) return { configs: new Map(), error: UNREADABLE };
    for (const bidder of Array.isArray(entry['bidders']) ? (entry['bidders'] as unknown[]) : []) {
      if (typeof bidder !== 'string') continue;
      const name = normalise(bidder);
      if (!configs.has(name)) configs.set(name, ortb2);
      else if (duplicates === 'reject') {
        return { configs: new Map(), error: `multiple First Party Data bidder configs provided for bidder: ${bidder}` };
      }
    }
  }
  return { configs };
}

/** The known objects; undefined if one of them is not an object. */
function toOrtb2(value: unknown): Ortb2 | undefined {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return undefined;
  const ortb2: { [part in Part]?: Ext } = {};
  for (const part of PARTS) {
    const object = value[part];
    if (object === undefined || object === null) continue;
    if (!isObject(object)) return undefined;
    ortb2[part] = object;
  }
  return ortb2;
}
