/** Locations of IP addresses: from the host's list, or from records of a database. */
import type { GeoLookup } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { isObject } from '#src/json/merge.ts';
import { alpha3 } from '#src/openrtb/countries.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';

export type Place = NonNullable<Awaited<ReturnType<GeoLookup['find']>>>;

type Configured = HostConfig['geolocation']['configurations'][number];

/** The location of the first entry whose pattern begins the address. */
export function fromList(
  entries: readonly Configured[],
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
): (ip: string) => Place | undefined {
  const places = entries.map(({ address_pattern: pattern, geo_info: info }) => {
    const { country, region, city, zip, metro, lat, lon, time_zone } = info;
    const offset = time_zone ? offsetIn(time_zone) : undefined;
    if (time_zone && !offset) log.warn({ time_zone, address_pattern: pattern }, 'geolocation entry has an unknown time zone');
    return { pattern, place: toPlace(country, region), more: defined({ city, zip, metro, lat, lon }), offset };
  });
  return (ip) => {
    const found = places.find(({ pattern }) => ip.startsWith(pattern));
    if (!found?.place) return undefined;
    const { place, more, offset } = found;
    return { ...place, ...more, ...(offset && { utcoffset: offset(clock.now()) }) };
  };
}

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as T;

/** Minutes from UTC in a time zone at an epoch time in ms; undefined: unknown zone. */
function offsetIn(timeZone: string): ((now: number) => number) | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    return (now) => {
      const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    };
  } catch {
    return undefined;
  }
}

/** Supports databases in the vendor's own format, and flat ones: country (alpha-3) and region. */
export function readPlace(entry: unknown): Place | undefined {
  if (!isObject(entry)) return undefined;
  const { country, registered_country, subdivisions, country_code, region_code } = entry;
  const code = codeOf(country) ?? codeOf(registered_country) ?? textOf(country_code);
  const region = (Array.isArray(subdivisions) ? codeOf(subdivisions[0]) : undefined) ?? textOf(region_code);
  return toPlace(code ?? '', region ?? '');
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const codeOf = (value: unknown): string | undefined => (isObject(value) ? textOf(value['iso_code']) : undefined);

function toPlace(country: string, region: string): Place | undefined {
  const code = country.length === 2 ? alpha3(country) : country.toUpperCase();
  if (!code) return undefined;
  return { country: code, ...(region !== '' && { region: region.toUpperCase() }) };
}
