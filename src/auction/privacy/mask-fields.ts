/**
 * What is cut, field by field (privacy.md section 2). Each function gives back the object it got where there is nothing
 * to cut, else a new one; nothing that is shared is written to.
 */
import type { Ext } from '#src/wire/ext.ts';
import type { Device, EID, Geo, Imp, Source, User } from '#src/wire/ortb.ts';
import { maskIp } from './ip.ts';

const DEVICE_IDS = ['didmd5', 'didsha1', 'dpidmd5', 'dpidsha1', 'ifa', 'macmd5', 'macsha1'] as const;
const DEMOGRAPHICS = ['id', 'buyeruid', 'yob', 'gender'] as const;
const USER_DATA = ['data', 'id', 'buyeruid', 'yob', 'gender', 'keywords', 'kwarray'] as const;

/** A copy without the named members; the object itself where it has none of them. */
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

/** A member of `user.ext` cut; an extension left empty goes as a whole. */
export function withoutUserExt(user: User, name: string): User {
  if (user.ext?.[name] === undefined) return user;
  const ext = withoutMember(user.ext, name);
  if (Object.keys(ext).length > 0) return { ...user, ext };
  return without(user, ['ext']);
}

/** An object without one member. */
export const withoutMember = <T extends Ext>(ext: T, name: string): T => without(ext, [name]);

/** `user.eids` and `user.ext.eids`, but for the sources named. */
export function withoutEids(user: User, keptSources?: ReadonlySet<string>): User {
  if (!keptSources) return withoutUserExt(without(user, ['eids']), 'eids');
  const kept = user.eids?.filter((eid) => isKept(eid, keptSources));
  const inExt = user.ext?.['eids'];
  const keptInExt = Array.isArray(inExt) ? inExt.filter((eid) => isKept(eid, keptSources)) : [];
  let cut = kept && kept.length > 0 ? { ...user, eids: kept } : without(user, ['eids']);
  cut = keptInExt.length > 0 ? { ...cut, ext: { ...cut.ext, eids: keptInExt } } : withoutUserExt(cut, 'eids');
  return cut;
}

const isKept = (eid: EID | undefined | null, sources: ReadonlySet<string>): boolean =>
  typeof eid?.source === 'string' && sources.has(eid.source);

/** Latitude and longitude to two decimals; the other members stay. */
export function roundedGeo(geo: Geo): Geo {
  const lat = rounded(geo.lat);
  const lon = rounded(geo.lon);
  return lat === geo.lat && lon === geo.lon ? geo : { ...geo, lat, lon };
}

/** Half is added and the rest cut off: 11.278 is 11.28, -33.8688 is -33.86. What two decimals say in full stays; no number: none. */
function rounded(degrees: number | undefined): number | undefined {
  if (typeof degrees !== 'number') return undefined;
  return Number(degrees.toFixed(2)) === degrees ? degrees : Math.trunc(degrees * 100 + 0.5) / 100;
}

/** Device or user with its place rounded, or emptied. */
export function withGeo<T extends { geo?: Geo | undefined }>(owner: T, empty: boolean): T {
  if (!owner.geo) return owner;
  const geo = empty ? {} : roundedGeo(owner.geo);
  return geo === owner.geo ? owner : { ...owner, geo };
}

/** Addresses cut to their first bits; a text that is no address goes. */
export function withMaskedIp(device: Device, keepBits4: number, keepBits6: number): Device {
  const mask = (address: string): string => maskIp(address, address.includes(':') ? keepBits6 : keepBits4);
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
  return imps.map((imp) => (imp.ext?.tid === undefined ? imp : { ...imp, ext: withoutMember(imp.ext, 'tid') }));
}
