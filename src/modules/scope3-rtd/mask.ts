/** The module's own mask of the request it sends, besides the account's activity rules. */
import type { BidRequest, Device, Geo, User } from '#src/openrtb/ortb.ts';
import type { Masking } from './settings.ts';

const USER_FIELDS = ['id', 'buyeruid', 'yob', 'gender', 'data', 'keywords', 'kwarray'];
const MOBILE_IDS = ['ifa', 'didmd5', 'didsha1', 'dpidmd5', 'dpidsha1', 'macmd5', 'macsha1'];

const without = <T extends object>(value: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as T;

/** Cut, not rounded. */
function cut(degrees: number, places: number): number {
  const text = degrees.toString();
  const point = text.indexOf('.');
  if (text.includes('e')) return Math.trunc(degrees * 10 ** places) / 10 ** places;
  return point < 0 ? degrees : Number(text.slice(0, point + 1 + places));
}

function maskGeo(geo: Geo, { preserve_metro, preserve_zip, preserve_city, lat_long_precision: places }: Masking['geo']): Geo {
  const removed = ['accuracy', ...(preserve_metro ? [] : ['metro']), ...(preserve_zip ? [] : ['zip']), ...(preserve_city ? [] : ['city'])];
  const masked = without(geo, removed);
  const { lat, lon } = masked;
  return typeof lat === 'number' && typeof lon === 'number' ? { ...masked, lat: cut(lat, places), lon: cut(lon, places) } : masked;
}

function maskUser(user: User, { user: { preserve_eids }, geo }: Masking): User {
  const masked = without(user, USER_FIELDS);
  const eids = masked.eids?.filter(({ source }) => source !== undefined && preserve_eids?.includes(source));
  const rest = without(masked, ['eids']);
  return { ...rest, ...(eids?.length ? { eids } : {}), ...(rest.geo ? { geo: maskGeo(rest.geo, geo) } : {}) };
}

function maskDevice(device: Device, { device: { preserve_mobile_ids }, geo }: Masking): Device {
  const masked = without(device, ['ip', 'ipv6', ...(preserve_mobile_ids ? [] : MOBILE_IDS)]);
  return { ...masked, ...(masked.geo ? { geo: maskGeo(masked.geo, geo) } : {}) };
}

/** The masked request; `request` is not modified. */
export function maskForScope3(request: BidRequest, masking: Masking): BidRequest {
  if (!masking.enabled) return request;
  const { user, device } = request;
  return {
    ...request,
    ...(user ? { user: maskUser(user, masking) } : {}),
    ...(device ? { device: maskDevice(device, masking) } : {}),
  };
}
