/** `host-it.json`: the host of the Java variant's integration tests, as settings of auctor. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { AdapterOverride } from '#src/config/sections/bidders.ts';
import { parseRates, type RatesInfo } from '#src/feeds/rates.ts';
import { parseVendorList } from '#src/feeds/vendor-list-file.ts';
import type { VendorList, VendorLists } from '#src/privacy/vendor-list.ts';
import { accountsOfYaml } from '#src/stores/accounts-yaml.ts';
import { suiteDir } from '../results.ts';

interface Profile {
  readonly properties: Readonly<Record<string, string>>;
  readonly accounts: string;
  readonly currencyRates: unknown;
  readonly vendorLists: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const profile = JSON.parse(readFileSync(join(suiteDir('exchange') ?? '', 'host-it.json'), 'utf8')) as Profile;
const property = (name: string): string => profile.properties[name] ?? '';

/** An admin endpoint of the profile. */
const adminEndpoint = (name: string): { enabled: boolean; protected: boolean } => ({
  enabled: property(`admin-endpoints.${name}.enabled`) === 'true',
  protected: property(`admin-endpoints.${name}.protected`) !== 'false',
});

/** JSON of the profile's accounts by id. */
export const itAccounts: ReadonlyMap<string, string> = accountsOfYaml(profile.accounts);
export const itRates = parseRates(JSON.stringify(profile.currencyRates));

/** The host's rates info, as if it had fetched them. */
export const itRatesInfo = (): RatesInfo => ({
  active: property('currency-converter.external-rates.enabled') === 'true',
  source: property('currency-converter.external-rates.url'),
  fetchIntervalMs: 900_000,
  updatedAt: Date.now(),
  rates: itRates,
});

/** Vendors of a list of TCF version 2 as published. */
export const itVendors = (version: number): Readonly<Record<number, object>> =>
  (profile.vendorLists['2']?.[version] as { vendors?: Record<number, object> } | undefined)?.vendors ?? {};

const lists = new Map<string, VendorList>();
for (const [spec, byVersion] of Object.entries(profile.vendorLists)) {
  for (const [version, list] of Object.entries(byVersion)) lists.set(`${spec}/${version}`, parseVendorList(JSON.stringify(list)));
}
/** The extract of list 52; every other list is unknown. */
export const itVendorLists: VendorLists = { list: (spec, version) => lists.get(`${spec}/${version}`), live: () => undefined };

/** Address from which clients of the profile's host fetch cached bids. */
export const itCacheAddress = { scheme: property('cache.scheme'), host: property('cache.host'), path: property('cache.path') };

/** Host options: the profile's properties, and the variant's own defaults where the cases need them. */
export function itSettings(adapters: Readonly<Record<string, AdapterOverride>>, floorsEnabled: boolean): HostConfigInput {
  return {
    variant: 'java',
    adapter_defaults: { enabled: false },
    external_url: 'http://localhost:8080',
    datacenter: 'local',
    external_cache: itCacheAddress,
    cache: itCacheAddress,
    status_response: property('status-response'),
    account_required: false,
    server_info: 'full',
    bidder_request_fields: 'wide',
    openrtb: { downgrade: 'move' },
    auction: { tmax_upstream_response_time: Number(property('auction.tmax-upstream-response-time')) },
    category_mapping_enabled: property('auction.category-mapping-enabled') === 'true',
    video: { enabled: property('video.enable-deprecated-endpoint') === 'true' },
    price_floors: { enabled: floorsEnabled },
    gdpr: {
      enabled: true,
      default_value: property('gdpr.default-value') as '1',
      host_vendor_id: Number(property('gdpr.host-vendor-id')),
      // The recorded host lists countries in lower case and compares them with upper case: no country of a request is one of them.
      eea_countries: [],
    },
    ccpa: { enforce: property('ccpa.enforce') === 'true' },
    host_cookie: {
      cookie_name: property('host-cookie.cookie-name'),
      domain: property('host-cookie.domain'),
      family: property('host-cookie.family'),
      opt_out_url: property('host-cookie.opt-out-url'),
      opt_in_url: property('host-cookie.opt-in-url'),
    },
    stored_requests: {
      in_memory_cache: {
        type: 'lru',
        ttl_seconds: Number(property('settings.in-memory-cache.ttl-seconds')),
        cache_size: Number(property('settings.in-memory-cache.cache-size')),
      },
      cache_events: adminEndpoint('storedrequest'),
      amp_cache_events: adminEndpoint('storedrequest-amp'),
    },
    admin_endpoints: {
      cache_invalidation: adminEndpoint('cache-invalidation'),
      logging_httpinteraction: adminEndpoint('logging-httpinteraction'),
      logging_changelevel: adminEndpoint('logging-changelevel'),
      tracelog: adminEndpoint('tracelog'),
    },
    recaptcha_url: property('recaptcha-url'),
    recaptcha_secret: property('recaptcha-secret'),
    settings: { targeting: { truncate_attr_chars: Number(property('settings.targeting.truncate-attr-chars')) } },
    adapters,
  } as HostConfigInput;
}
