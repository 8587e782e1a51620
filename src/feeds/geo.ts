/** Geolocation of IP addresses from a database in memory: country (alpha-3) and region. */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { GeoLookup } from '#src/auction/services.ts';
import { ConfigError } from '#src/config/config-error.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { alpha3 } from '#src/openrtb/countries.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';

type Place = NonNullable<Awaited<ReturnType<GeoLookup['find']>>>;
type Find = (ip: string) => Place | undefined;

/** Undefined: geolocation is disabled. @throws ConfigError if the database is unreadable */
export async function openGeo(
  { geolocation }: Pick<HostConfig, 'geolocation'>,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Pick<Log, 'warn'> },
): Promise<GeoLookup | undefined> {
  if (!geolocation.enabled) return undefined;
  const find = geolocation.type === 'configuration' ? fromList(geolocation.configurations) : await fromFile(geolocation.file);
  const counter = (result: string) => metrics.counter('geolocation_requests', 'Geolocation lookups by result.', { result });
  const [found, unknown, failed] = [counter('found'), counter('unknown'), counter('failed')];
  return {
    find(ip) {
      try {
        const place = find(ip);
        (place ? found : unknown).add();
        return place;
      } catch (cause) {
        failed.add();
        log.warn({ failure: cause }, 'geolocation lookup failed');
        return undefined;
      }
    },
  };
}

function fromList(places: HostConfig['geolocation']['configurations']): Find {
  return (ip) => {
    const place = places.find(({ address_pattern }) => ip.startsWith(address_pattern))?.geo_info;
    return place && toPlace(place.country, place.region);
  };
}

/** Marks the start of the metadata in such a file. */
const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

async function fromFile(file: string): Promise<Find> {
  try {
    const content = await readFile(file);
    if (!content.includes(MARK)) throw new Error('not a MaxMind database');
    // Loaded only if configured.
    const { Reader } = await import('mmdb-lib');
    const database = new Reader(content);
    const { ipVersion } = database.metadata;
    return (ip) => (isIP(ip) === 4 || isIP(ip) === ipVersion ? readPlace(database.get(ip)) : undefined);
  } catch (cause) {
    throw new ConfigError([`geolocation.file: ${errorMessage(cause)}`]);
  }
}

/** Supports databases in the vendor's own format, and flat ones. */
function readPlace(entry: unknown): Place | undefined {
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
