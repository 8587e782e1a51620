/** The first-party data each bidder sees. */

import { isObject } from '#src/json/merge.ts';
import { shapeErrorOf } from '#src/openrtb/decode.ts';
import type { Device, Site } from '#src/openrtb/ortb.ts';
import type { FirstPartyData } from '../../auction.ts';
import { overlay } from '../overlay.ts';
import { type BidderConfigs, type Duplicates, type Ortb2, PARTS, UNREADABLE } from './bidder-config.ts';
import { type GlobalData, type Holders, withGlobalData } from './global-data.ts';

/** The entry for bidders without one of their own, in the variant that has one. */
export const ANY_BIDDER = '*';

/**
 * Go variant (`given`): a config may only change a site, app or dooh the request has, and its dooh is ignored otherwise; numbers of its
 * device are checked. Java variant: it may add one, and several of them are an error (`strict`) or a warning (`first` of app, dooh, site counts).
 */
export type InventoryRule = 'given' | 'strict' | 'first';

export interface Resolved {
  readonly fpd: Map<string, FirstPartyData>;
  /** Messages, in the order of the bidders. */
  readonly errors: string[];
  readonly warnings: string[];
}

/** The publisher's data for single bidders. */
export interface FpdSettings {
  readonly configs: BidderConfigs;
  readonly global: GlobalData;
  /** The bidders that see the global data; undefined: the list is absent. */
  readonly bidders: readonly string[] | undefined;
}

/** The base that configs are merged over. The result for a config is computed once, however many bidders share it. */
interface Base {
  readonly full: Holders;
  readonly computed: Map<Ortb2, FirstPartyData | undefined>;
}

/**
 * The objects of every bidder that does not simply see the request's: the bidders of the global list, else those with a
 * config. Objects a bidder shares with the request are the request's own; no input is modified.
 * @param isCalled configs of other bidders are only validated: a small request may name thousands of bidders
 */
export function resolveFpd(
  request: Holders,
  { configs, global, bidders }: FpdSettings,
  { inventory, hasWildcard }: Pick<FpdRules, 'inventory' | 'hasWildcard'>,
  isCalled: (bidder: string) => boolean = () => true,
): Resolved {
  const base: Base = { full: withGlobalData(request, global), computed: new Map() };
  const slim: Base = { full: slimOf(base.full), computed: new Map() };
  const resolved: Resolved = { fpd: new Map(), errors: [], warnings: [] };
  const seen = new Set<string>();
  for (const bidder of bidders ?? configs.keys()) {
    if (seen.has(bidder)) continue;
    seen.add(bidder);
    const config = configs.get(bidder) ?? (hasWildcard ? configs.get(ANY_BIDDER) : undefined);
    // Only a config may be for all others: the list of those that see the global data names single bidders.
    const called = (hasWildcard && !bidders && bidder === ANY_BIDDER) || isCalled(bidder);
    const data = config ? resolveBidder(bidder, config, called ? base : slim, inventory, resolved) : base.full;
    if (data && called) resolved.fpd.set(bidder, data);
  }
  return resolved;
}

/** The parts of the request's objects that validation depends on. */
function slimOf({ site, app, dooh, user, device }: Holders): Holders {
  return {
    site: site && only(site, ['id', 'page']),
    app: app && {},
    dooh: dooh && {},
    user: user && {},
    device: device && { ...only(device, ['w', 'h', 'ppi']), ...(device.geo && { geo: only(device.geo, ['accuracy']) }) },
  };
}

/** An object reduced to these fields. */
function only<T extends object>(object: T, names: readonly (keyof T)[]): Partial<T> {
  const some: Partial<T> = {};
  for (const name of names) if (object[name] !== undefined) some[name] = object[name];
  return some;
}

/** The bidder's objects; undefined if they are invalid. */
function resolveBidder(
  bidder: string,
  config: Ortb2,
  { full, computed }: Base,
  inventory: InventoryRule,
  resolved: Resolved,
): FirstPartyData | undefined {
  if (!computed.has(config)) computed.set(config, dataOf(config, full, inventory));
  const data = computed.get(config);
  if (!data) {
    resolved.errors.push(UNREADABLE);
    return undefined;
  }
  const where = `incorrect First Party Data for bidder ${bidder}: `;
  const errors = inventory === 'given' ? givenErrors(config, full, data).map((error) => where + error) : [];
  const several = inventory === 'given' ? undefined : severalInventories(data);
  if (several && inventory === 'strict') {
    errors.push(`${several} are present, but no more than one of site or app or dooh can be defined`);
  } else if (several) {
    resolved.warnings.push(`BidRequest contains ${several}. Only the first one is applicable, the others are ignored`);
  }
  const ofDevice = inventory === 'given' && config.device && data.device ? deviceError(data.device) : undefined;
  if (ofDevice) errors.push(ofDevice);
  resolved.errors.push(...errors);
  return errors.length > 0 ? undefined : data;
}

function givenErrors(config: Ortb2, full: Holders, { site }: FirstPartyData): string[] {
  const errors: string[] = [];
  if (config.site && !full.site) errors.push('Site object is not defined in request, but defined in FPD config');
  else if (config.site && site && !isFound(site)) errors.push('Site object cannot set empty page if req.site.id is empty');
  if (config.app && !full.app) errors.push('App object is not defined in request, but defined in FPD config');
  return errors;
}

const isFound = ({ id, page }: Site): boolean => Boolean(id || page);

/** Names of the inventory objects if there is more than one. */
function severalInventories(data: FirstPartyData): string | undefined {
  const names = (['app', 'dooh', 'site'] as const).filter((name) => data[name]);
  return names.length > 1 ? names.join(' and ') : undefined;
}

/** Error message for the first negative number of a device. */
export function deviceError({ w = 0, h = 0, ppi = 0, geo }: Device): string | undefined {
  const { accuracy = 0 } = geo ?? {};
  const wrong = w < 0 ? 'w' : h < 0 ? 'h' : ppi < 0 ? 'ppi' : accuracy < 0 ? 'geo.accuracy' : undefined;
  return wrong && `request.device.${wrong} must be a positive number`;
}

const SHAPE = { site: 'Site', app: 'App', dooh: 'DOOH', user: 'User', device: 'Device' } as const;

/** The bidder's objects; undefined if a config has fields of the wrong type. */
function dataOf(config: Ortb2, full: Holders, inventory: InventoryRule): FirstPartyData | undefined {
  const data: { [part: string]: object } = {};
  for (const part of PARTS) {
    const base = full[part];
    const over = part === 'dooh' && inventory === 'given' && !base ? undefined : config[part];
    const object: { ext?: unknown } | undefined = over ? overlay(base, over) : base;
    if (!object) continue;
    if (over && ((object.ext !== undefined && !isObject(object.ext)) || shapeErrorOf(SHAPE[part], object))) return undefined;
    data[part] = object;
  }
  return data as FirstPartyData;
}

/** Handling of an entry that repeats a bidder, of one with another inventory object, of the name `*`, and of content that loses its data. */
export interface FpdRules {
  readonly duplicates: Duplicates;
  readonly inventory: InventoryRule;
  /** `*` stands for bidders without an entry of their own; else it is a bidder's name like any other. */
  readonly hasWildcard: boolean;
  /** Content that held only protected data is removed. */
  readonly removesEmptyContent: boolean;
}
