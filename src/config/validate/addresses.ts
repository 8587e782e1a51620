/** Addresses that cannot be called. Hosts of either variant start with them; the mistake shows with the first call. */
import type { HostConfig } from '../schema.ts';
import { STORE_SECTIONS } from '../sections/stores.ts';

const isCallable = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address);
/** Browsers complete an address without a scheme. */
const isForBrowsers = (address: string): boolean => isCallable(address.startsWith('//') ? `https:${address}` : address);

/** An option and its address; '': none. */
type Named = readonly [option: string, address: string];

function ofStores(config: HostConfig): Named[] {
  const stores = STORE_SECTIONS.flatMap((name): Named[] => [
    [`${name}.http.endpoint`, config[name].http.endpoint],
    [`${name}.http.amp_endpoint`, config[name].http.amp_endpoint],
    [`${name}.http_events.endpoint`, config[name].http_events.endpoint],
    [`${name}.http_events.amp_endpoint`, config[name].http_events.amp_endpoint],
  ]);
  return [...stores, ['category_mapping.http.endpoint', config.category_mapping.http.endpoint]];
}

function ofAnalytics({ analytics }: HostConfig): Named[] {
  const { http, pubstack, agma, greenbids, liveintent } = analytics;
  const enabled = (isEnabled: boolean, option: string, address: string): Named[] => (isEnabled ? [[option, address]] : []);
  return [
    ['analytics.http.url', http.url],
    ...enabled(pubstack.enabled, 'analytics.pubstack.endpoint', pubstack.endpoint),
    ...enabled(agma.enabled, 'analytics.agma.endpoint.url', agma.endpoint.url),
    ...enabled(greenbids.enabled, 'analytics.greenbids.analytics_server', greenbids.analytics_server),
    ...enabled(liveintent.enabled, 'analytics.liveintent.analytics_endpoint', liveintent.analytics_endpoint),
  ];
}

/** One line per address: `option: rule`; without the address, which may contain a password. */
export function addressWarnings(config: HostConfig): string[] {
  const called: Named[] = [
    ['currency_converter.fetch_url', config.currency_converter.fetch_url],
    ...ofStores(config),
    ...ofAnalytics(config),
    ['gdpr.vendorlist.v2.http_endpoint_template', config.gdpr.vendorlist.v2.http_endpoint_template],
    ['gdpr.vendorlist.v3.http_endpoint_template', config.gdpr.vendorlist.v3.http_endpoint_template],
  ];
  const shown: Named[] = [
    ['external_url', config.external_url],
    ['user_sync.external_url', config.user_sync.external_url],
  ];
  const wrong = (all: readonly Named[], isRight: (address: string) => boolean): Named[] =>
    all.filter(([, address]) => address !== '' && !isRight(address));
  return [...wrong(called, isCallable), ...wrong(shown, isForBrowsers)].map(
    ([option]) => `${option}: is no address with http:// or https://`,
  );
}
