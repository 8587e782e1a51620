import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { addressWarnings } from '#src/config/validate/addresses.ts';

const warnings = (settings: HostConfigInput): string[] => addressWarnings(hostSchema.parse(settings));
const RULE = 'is no address with http:// or https://';

test('the defaults, absent addresses and templates are valid', () => {
  const v3 = { http_endpoint_template: 'https://lists.example/v{VERSION}.json' };
  expect(warnings({})).toEqual([]);
  expect(warnings({ currency_converter: { fetch_url: '' }, gdpr: { vendorlist: { v3 } }, user_sync: { external_url: '' } })).toEqual([]);
});

test('addresses that the host calls need a scheme', () => {
  const settings: HostConfigInput = {
    currency_converter: { fetch_url: 'rates.example/latest.json' },
    stored_requests: { http: { endpoint: 'u:p@stored.example', amp_endpoint: '//stored.example' }, http_events: { endpoint: '/updates' } },
    accounts: { http: { endpoint: 'ftp://accounts.example' } },
    category_mapping: { http: { endpoint: 'http://' } },
    gdpr: { vendorlist: { v2: { http_endpoint_template: 'lists.example/v{VERSION}.json' } } },
  };
  expect(warnings(settings)).toEqual([
    `currency_converter.fetch_url: ${RULE}`,
    `stored_requests.http.endpoint: ${RULE}`,
    `stored_requests.http.amp_endpoint: ${RULE}`,
    `stored_requests.http_events.endpoint: ${RULE}`,
    `accounts.http.endpoint: ${RULE}`,
    `category_mapping.http.endpoint: ${RULE}`,
    `gdpr.vendorlist.v2.http_endpoint_template: ${RULE}`,
  ]);
});

test('those of analytics count only if the module is enabled', () => {
  const analytics = (enabled: boolean): HostConfigInput => ({
    analytics: {
      pubstack: { enabled, endpoint: 'x' },
      agma: { enabled, endpoint: { url: 'y' } },
      greenbids: { enabled, analytics_server: 'z' },
    },
  });
  expect(warnings(analytics(false))).toEqual([]);
  expect(warnings(analytics(true))).toEqual([
    `analytics.pubstack.endpoint: ${RULE}`,
    `analytics.agma.endpoint.url: ${RULE}`,
    `analytics.greenbids.analytics_server: ${RULE}`,
  ]);
});

test('the address for browsers may begin with two slashes, but not with the host', () => {
  expect(warnings({ external_url: '//host.example', user_sync: { external_url: '//sync.example' } })).toEqual([]);
  expect(warnings({ external_url: 'host.example', user_sync: { external_url: 'sync.example:8000' } })).toEqual([
    `external_url: ${RULE}`,
    `user_sync.external_url: ${RULE}`,
  ]);
});
