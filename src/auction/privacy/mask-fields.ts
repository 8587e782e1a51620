/**
 * Field-level masks. Each function returns its input if there is nothing to remove, else a new object; shared objects are never modified.
 */
import type { Ext } from '#src/openrtb/ext.ts';
import type { Device, EID, Geo, Imp, Source, User } from '#src/openrtb/ortb.ts';
import { maskIp } from '#src/privacy/ip.ts';
import { roundTo } from '../pricing/decimal.ts';

const DEVICE_IDS = ['didmd5', 'didsha1', 'dpidmd5', 'dpidsha1', 'ifa', 'macmd5', 'macsha1'] as const;
const DEMOGRAPHICS = ['id', 'buyeruid', 'yob', 'gender'] as const;
const USER_DATA = ['data', 'id', 'buyeruid', 'yob', 'gender', 'keywords', 'kwarray'] as const;

/** A copy without the named fields; the object itself if it has none of them. */
function without<T extends object>(value: T, names: readonly (keyof T & string)[]): T {
  if (!names.some((name) => value[name] !== undefined)) return value;
  const copy: Partial<T> = {};
  for (const name in value) if (!(names as readonly string[]).includes(name)) copy[name] = value[name];
  return copy as T;
}

/** Advertising and hardware ids. */
export const withoutDeviceIds = (device: Device): Device => without(device, DEVICE_IDS);

/** Id, buyer's id, year of birth, gender. */
export const withoutDemographics = (user: User): User => without(user, DEMOGRAPHICS);

/** Demographics, keywords and data segments. */
export const withoutUserData = (user: User): User => without(user, USER_DATA);

/** Removes a field of `user.ext`; an extension that becomes empty is removed as well. */
export function withoutUserExt(user: User, name: string): User {
  if (user.ext?.[name] === undefined) return user;
  const ext = withoutField(user.ext, name);
  return isBlank(ext) ? without(user, ['ext']) : { ...user, ext };
}

/** Whether an object has no values: fan-out leaves fields undefined that it removes. */
export const isBlank = (object: object): boolean => Object.values(object).every((value) => value === undefined);

/** An object without one field. */
export const withoutField = <T extends Ext>(ext: T, name: string): T => without(ext, [name]);

/** Removes `user.eids` and `user.ext.eids`, except for the given sources. */
export function withoutEids(user: User, allowedSources?: ReadonlySet<string>): User {
  if (!allowedSources) return withoutUserExt(without(user, ['eids']), 'eids');
  const retained = user.eids?.filter((eid) => isAllowed(eid, allowedSources));
  const inExt = user.ext?.['eids'];
  const allowedInExt = Array.isArray(inExt) ? inExt.filter((eid) => isAllowed(eid, allowedSources)) : [];
  let masked = retained && retained.length > 0 ? { ...user, eids: retained } : without(user, ['eids']);
  masked = allowedInExt.length > 0 ? { ...masked, ext: { ...masked.ext, eids: allowedInExt } } : withoutUserExt(masked, 'eids');
  return masked;
}

const isAllowed = (eid: EID | undefined | null, sources: ReadonlySet<string>): boolean =>
  typeof eid?.source === 'string' && sources.has(eid.source);

/** Latitude and longitude to two decimals; the other fields are unchanged. */
function roundedGeo(geo: Geo): Geo {
  const lat = rounded(geo.lat);
  const lon = rounded(geo.lon);
  return lat === geo.lat && lon === geo.lon ? geo : { ...geo, lat, lon };
}

/**
 * Adds half and truncates: 11.278 becomes 11.28, -33.8688 becomes -33.86. Values with up to two decimals are unchanged; not a number:
 * undefined.
 */
function rounded(degrees: number | undefined): number | undefined {
  if (typeof degrees !== 'number') return undefined;
  return Number(degrees.toFixed(2)) === degrees ? degrees : Math.trunc(degrees * 100 + 0.5) / 100;
}

/** Device or user with its location rounded or removed. */
export function withGeo<T extends { geo?: Geo | undefined }>(owner: T, empty: boolean): T {
  if (!owner.geo) return owner;
  const geo = empty ? {} : roundedGeo(owner.geo);
  return geo === owner.geo ? owner : { ...owner, geo };
}

const FINE_PLACES = ['metro', 'city', 'zip', 'accuracy', 'ipservice', 'ext'] as const;

/** The device without fine places and with its coordinates to two decimals, ties away from zero; an empty location is removed. */
export function withCoarseGeo(device: Device): Device {
  if (!device.geo) return device;
  const coarse = without(device.geo, FINE_PLACES);
  const { lat, lon } = coarse;
  const geo: Geo = { ...coarse, lat: typeof lat === 'number' ? roundTo(lat, 2, 'half-away') : undefined };
  geo.lon = typeof lon === 'number' ? roundTo(lon, 2, 'half-away') : undefined;
  const given = Object.fromEntries(Object.entries(geo).filter(([, value]) => value !== undefined)) as Geo;
  return Object.keys(given).length > 0 ? { ...device, geo: given } : without(device, ['geo']);
}

/** `user.geo` */
export const withoutUserGeo = (user: User): User => without(user, ['geo']);

/** Addresses truncated to a prefix; text that is not an address is removed. */
export function withMaskedIp(device: Device, prefixBits4: number, prefixBits6: number): Device {
  const mask = (address: string): string => maskIp(address, address.includes(':') ? prefixBits6 : prefixBits4);
  const ip = device.ip && mask(device.ip);
  const ipv6 = device.ipv6 && mask(device.ipv6);
  if (ip === device.ip && ipv6 === device.ipv6) return device;
  const { ip: _ip, ipv6: _ipv6, ...rest } = device;
  return { ...rest, ...(ip && { ip }), ...(ipv6 && { ipv6 }) };
}

/** `source.tid` */
export const withoutTid = (source: Source): Source => without(source, ['tid']);

/** `tid` of every imp's extension. */
export function withoutImpTids(imps: Imp[]): Imp[] {
  if (!imps.some((imp) => imp.ext?.tid !== undefined)) return imps;
  return imps.map((imp) => (imp.ext?.tid === undefined ? imp : { ...imp, ext: withoutField(imp.ext, 'tid') }));
}
