/** `ext.srv.bidderconfig`: the first-party data a publisher gives for single bidders (auction-exchange.md 3.12). */
import type { BidderConfig, Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

/** Objects of one bidder, laid over the request's; still as they came in. */
export interface Ortb2 {
  readonly site?: Ext | undefined;
  readonly app?: Ext | undefined;
  readonly dooh?: Ext | undefined;
  readonly user?: Ext | undefined;
  readonly device?: Ext | undefined;
}

export const PARTS = ['site', 'app', 'dooh', 'user', 'device'] as const;
export type Part = (typeof PARTS)[number];

/** Where both variants differ: Go refuses a bidder named twice, Java goes by its first entry. */
export type Duplicates = 'refuse' | 'first';

/** Said of configs that are not what they should be. */
export const UNREADABLE = 'invalid first party data ext';

/** By bidder in the spelling of `normalise`; `*` stands for bidders without an entry of their own. */
export type BidderConfigs = ReadonlyMap<string, Ortb2>;

/**
 * Unpacks the list.
 * @param normalise name in the core spelling where it is one (aliases as they are)
 * @returns the configs, or the text of the first fault
 */
export function readBidderConfig(
  given: readonly BidderConfig[] | null | undefined,
  normalise: (bidder: string) => string,
  duplicates: Duplicates = 'refuse',
): { readonly configs: BidderConfigs; readonly fault?: string } {
  const configs = new Map<string, Ortb2>();
  for (const entry of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    if (!isObject(entry)) continue;
    const ortb2 = toOrtb2(isObject(entry['config']) ? entry['config']['ortb2'] : undefined);
    if (!ortb2) return { configs: new Map(), fault: UNREADABLE };
    for (const bidder of Array.isArray(entry['bidders']) ? (entry['bidders'] as unknown[]) : []) {
      if (typeof bidder !== 'string') continue;
      const name = normalise(bidder);
      if (!configs.has(name)) configs.set(name, ortb2);
      else if (duplicates === 'refuse') {
        return { configs: new Map(), fault: `multiple First Party Data bidder configs provided for bidder: ${bidder}` };
      }
    }
  }
  return { configs };
}

/** The known objects; undefined where one of them is no object. */
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
