/** What each bidder gets to see of the first-party data (auction-exchange.md 3.12, auction-request.md 13.4). */
import type { FirstPartyData } from '#src/auction/auction.ts';
import { overlay } from '#src/auction/enrich/overlay.ts';
import { shapeFault } from '#src/wire/decode.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Device, Site } from '#src/wire/ortb.ts';
import { type BidderConfigs, type Ortb2, PARTS, UNREADABLE } from './bidder-config.ts';
import { type GlobalData, type Holders, withGlobalData } from './global-data.ts';

/** The entry of bidders that have none of their own. */
export const ANY_BIDDER = '*';

/**
 * Go variant (`given`): a config may only change a site, app or dooh the request has. Java variant: it may bring one, and
 * several of them are a fault (`strict`) or a warning (`first` of app, dooh, site counts).
 */
export type InventoryRule = 'given' | 'strict' | 'first';

export interface Resolved {
  readonly fpd: Map<string, FirstPartyData>;
  /** Texts, in the order of the bidders. */
  readonly faults: string[];
  readonly warnings: string[];
}

/** What configs are laid over. What a config makes of it is made once, however many bidders it is for. */
interface Base {
  readonly whole: Holders;
  readonly made: Map<Ortb2, FirstPartyData | undefined>;
}

/**
 * The objects of every bidder that does not simply see the request's: the bidders of the global list, else those with a
 * config. Objects that a bidder shares with the request are the request's own; nothing given is written to.
 * @param bidders the global list; undefined: there is none
 * @param isCalled others' configs are only looked at for faults: a small request may name thousands of bidders
 */
export function resolveFpd(
  request: Holders,
  configs: BidderConfigs,
  global: GlobalData,
  bidders: readonly string[] | undefined,
  inventory: InventoryRule,
  isCalled: (bidder: string) => boolean = () => true,
): Resolved {
  const base: Base = { whole: withGlobalData(request, global), made: new Map() };
  const slim: Base = { whole: slimOf(base.whole), made: new Map() };
  const resolved: Resolved = { fpd: new Map(), faults: [], warnings: [] };
  const seen = new Set<string>();
  for (const bidder of bidders ?? configs.keys()) {
    if (seen.has(bidder)) continue;
    seen.add(bidder);
    const config = configs.get(bidder) ?? configs.get(ANY_BIDDER);
    const called = bidder === ANY_BIDDER || isCalled(bidder);
    const data = config ? resolveBidder(bidder, config, called ? base : slim, inventory, resolved) : base.whole;
    if (data && called) resolved.fpd.set(bidder, data);
  }
  return resolved;
}

/** Of the request's objects what faults depend on. */
function slimOf({ site, app, dooh, user, device }: Holders): Holders {
  return {
    site: site && only(site, ['id', 'page']),
    app: app && {},
    dooh: dooh && {},
    user: user && {},
    device: device && { ...only(device, ['w', 'h', 'ppi']), ...(device.geo && { geo: only(device.geo, ['accuracy']) }) },
  };
}

/** These members alone, as far as they are there. */
function only<T extends object>(object: T, names: readonly (keyof T)[]): Partial<T> {
  const some: Partial<T> = {};
  for (const name of names) if (object[name] !== undefined) some[name] = object[name];
  return some;
}

/** The bidder's objects; undefined where they have faults. */
function resolveBidder(
  bidder: string,
  config: Ortb2,
  { whole, made }: Base,
  inventory: InventoryRule,
  resolved: Resolved,
): FirstPartyData | undefined {
  if (!made.has(config)) made.set(config, dataOf(config, whole));
  const data = made.get(config);
  if (!data) {
    resolved.faults.push(UNREADABLE);
    return undefined;
  }
  const where = `incorrect First Party Data for bidder ${bidder}: `;
  const faults = inventory === 'given' ? givenFaults(config, whole, data).map((fault) => where + fault) : [];
  const several = inventory === 'given' ? undefined : severalInventories(data);
  if (several && inventory === 'strict') {
    faults.push(`${several} are present, but no more than one of site or app or dooh can be defined`);
  } else if (several) {
    resolved.warnings.push(`BidRequest contains ${several}. Only the first one is applicable, the others are ignored`);
  }
  const ofDevice = config.device && data.device && deviceFault(data.device);
  if (ofDevice) faults.push(ofDevice);
  resolved.faults.push(...faults);
  return faults.length > 0 ? undefined : data;
}

function givenFaults(config: Ortb2, whole: Holders, { site }: FirstPartyData): string[] {
  const faults: string[] = [];
  if (config.site && !whole.site) faults.push('Site object is not defined in request, but defined in FPD config');
  else if (config.site && site && !isFound(site)) faults.push('Site object cannot set empty page if req.site.id is empty');
  if (config.app && !whole.app) faults.push('App object is not defined in request, but defined in FPD config');
  if (config.dooh && !whole.dooh) faults.push('Dooh object is not defined in request, but defined in FPD config');
  return faults;
}

const isFound = ({ id, page }: Site): boolean => Boolean(id || page);

/** Names of the inventory objects where there is more than one. */
function severalInventories(data: FirstPartyData): string | undefined {
  const names = (['app', 'dooh', 'site'] as const).filter((name) => data[name]);
  return names.length > 1 ? names.join(' and ') : undefined;
}

/** The first number of a device that is below zero, as the text for the caller. */
export function deviceFault({ w = 0, h = 0, ppi = 0, geo }: Device): string | undefined {
  const { accuracy = 0 } = geo ?? {};
  const wrong = w < 0 ? 'w' : h < 0 ? 'h' : ppi < 0 ? 'ppi' : accuracy < 0 ? 'geo.accuracy' : undefined;
  return wrong && `request.device.${wrong} must be a positive number`;
}

const SHAPE = { site: 'Site', app: 'App', dooh: 'DOOH', user: 'User', device: 'Device' } as const;

/** The bidder's objects; undefined where a config has members of the wrong type. */
function dataOf(config: Ortb2, whole: Holders): FirstPartyData | undefined {
  const data: { [part: string]: object } = {};
  for (const part of PARTS) {
    const over = config[part];
    const base = whole[part];
    const object: { ext?: unknown } | undefined = over ? overlay(base, over) : base;
    if (!object) continue;
    if (over && ((object.ext !== undefined && !isObject(object.ext)) || shapeFault(SHAPE[part], object))) return undefined;
    data[part] = object;
  }
  return data as FirstPartyData;
}
