import { expect, test } from 'vitest';
import { findAnalytics } from '#src/analytics/registry.ts';
import { loadSettings } from '#test/helpers/settings-file.ts';
import { JAVA, settingsFiles, valuesOf, withoutPlace } from './arrange.ts';

const { read } = settingsFiles();

const load = (text: string) => loadSettings(text, { AUCTOR_GDPR_DEFAULT_VALUE: '1' });

test('a database of locations is needed, and a plan that is not JSON is named so', () => {
  const at = (text: string) => withoutPlace(read(`gdpr.default-value: 0\n${text}`, JAVA).errors);
  expect(at('geolocation.enabled: true')).toEqual(['geolocation.maxmind.remote-file-syncer.download-url: is needed, or geolocation.file']);
  expect(at('geolocation: {enabled: true, maxmind: {remote-file-syncer: {type: local}}}')).toEqual([
    'geolocation.maxmind.remote-file-syncer.save-filepath: is needed, or geolocation.file',
  ]);
  for (const syncer of ['{type: local, save-filepath: x}', '{download-url: "http://a.example/x"}'])
    expect(at(`geolocation: {enabled: true, maxmind: {remote-file-syncer: ${syncer}}}`)).toEqual([]);
  expect(at('geolocation: {enabled: true, type: configuration}')).toEqual([]);
  expect(at('hooks.host-execution-plan: "{x"')).toEqual([
    expect.stringMatching(/^hooks\.host-execution-plan: must be a plan as JSON: Expected property name/),
  ]);
});

test('options of a host of the Java variant are converted', () => {
  const config = load(`
server:
  max-body-size: 1000
  http:
    port: 8080
datacenter-region: eu
auction:
  ad-server-currency: EUR
  blocklisted-accounts: a, b
  blocklisted-apps: spam
  biddertmax:
    max: 900
  stored-requests-timeout-ms: 70
  profiles:
    limit: 2
    timeout-ms: 30
    fail-on-unknown: false
  cache:
    expected-request-time-ms: 20
    only-winning-bids: true
  strict-app-site-dooh: false
  host-schain-node:
    asi: host.example
  category-mapping-enabled: false
  generate-bid-id: true
  validations:
    banner-creative-max-size: enforce
ipv6:
  always-mask-right: 48
  anon-left-mask-bits: 40
  private-networks: ::1/128, fc00::/7
default-request:
  file:
    path: default.json
`);
  expect(config).toMatchObject({
    max_request_size: 1000,
    port: 8080,
    datacenter: 'eu',
    ad_server_currency: 'EUR',
    blocked_accounts: ['a', 'b'],
    blocked_apps: ['spam'],
    auction: { biddertmax: { min: 50, max: 900 } },
    stored_requests_timeout_ms: 70,
    profiles: { limit: 2, timeout_ms: 30, fail_on_unknown: false },
    cache: { expected_millis: 20, only_winning_bids: true },
    strict_app_site_dooh: false,
    host_schain_node: { asi: 'host.example' },
    category_mapping_enabled: false,
    generate_bid_id: true,
    validations: { banner_creative_max_size: 'enforce', secure_markup: 'skip' },
    ipv6: { always_mask_right: 48 },
    account_defaults: { privacy: { ipv6: { anon_keep_bits: 40 } } },
    request_validation: { ipv6_private_networks: ['::1/128', 'fc00::/7'] },
    default_request: { type: 'file', file: { name: 'default.json' } },
  });
});

test('timeout notices are sent and logged as such a host configures', () => {
  const notice = '{ timeout-ms: 300, log-result: true, log-failure-only: true, log-sampling-rate: 0.5 }';
  expect(load(`auction: { timeout-notification: ${notice} }`)).toMatchObject({
    http_client: { timeout_notice_ms: 300 },
    debug: { timeout_notification: { log: true, fail_only: true, sampling_rate: 0.5 } },
  });
});

test('our own options take precedence', () => {
  const config = load(`
port: 1
server: { http: { port: 2 } }
validations: { secure_markup: warn }
auction: { validations: { secure-markup: skip, banner-creative-max-size: enforce } }
`);
  expect(config.port).toBe(1);
  expect(config.validations).toMatchObject({ secure_markup: 'warn', banner_creative_max_size: 'enforce' });
});

test('a list may be written as a list, and an empty path means no file', () => {
  const config = load("auction: { blocklisted-apps: [a], biddertmax: { max: 100 } }\ndefault-request: { file: { path: '' } }");
  expect(config).toMatchObject({ blocked_apps: ['a'], auction: { biddertmax: { max: 100 } }, default_request: { type: '' } });
});

test('empty values of switches and counts are absent', () => {
  const settings = read(
    'metrics: {prometheus: {enabled: "", port: 1}}\ncurrency-converter: {external-rates: {enabled: "", url: "http://r"}}\nhttp-client: {max-redirects: ""}\n',
    JAVA,
  );
  const options = ['metrics.prometheus.port', 'currency_converter.fetch_url', 'http_client.follow_redirects'];
  expect([settings.errors, valuesOf(settings, ...options)]).toEqual([[], [1, 'http://r', undefined]]);
});

test('an empty key store is absent; another one has no meaning', () => {
  const stores = (path: string): string => `server: {jks-path: ${path}}\nhttp-client: {jks-path: ${path}, jks-password: ''}\n`;
  expect(read(stores("''"), JAVA).warnings).toEqual([]);
  expect(read('', { ...JAVA, SERVER_JKSPATH: '' }).warnings).toEqual([]);
  expect(withoutPlace(read(stores('a.jks'), JAVA).warnings)).toEqual([
    'server.jks-path: no meaning here because TLS takes PEM files, and server.ssl is rejected',
    'http-client.jks-path: no meaning here because certificates come from certificates_file',
  ]);
});

test('TLS with a Java key store stops the start', () => {
  expect(read('server: {ssl: false}\n', JAVA).errors).toEqual([]);
  expect(withoutPlace(read('server: {ssl: true}\n', JAVA).errors)).toEqual([
    'server.ssl: a Java key store cannot be read here; TLS takes PEM files, or ends in front of this host',
  ]);
});

test('an unknown key is still reported', () => {
  expect(() => load('auction:\n  blocklisted-appz: a')).toThrow(/auction\.blocklisted-appz \(.*:2\): unknown option/);
});

test('rates, metrics and the admin port of such a host are converted', () => {
  const rates = (enabled: boolean): string => `
admin:
  port: 8060
auction:
  video:
    escape-log-cache-regex: '"ip":"[^"]*"'
event:
  default-timeout-ms: 300
vtrack:
  default-timeout-ms: 400
metrics:
  prometheus:
    enabled: ${enabled}
    port: 9090
  accounts:
    basic-verbosity: a, b
currency-converter:
  external-rates:
    enabled: ${enabled}
    url: https://rates.example/
    default-timeout-ms: 4000
    refresh-period-ms: 900000
    stale-after-ms: 259200000
    stale-period-ms: 3600000
`;
  const times = {
    fetch_timeout_ms: 4000,
    fetch_interval_seconds: 900,
    stale_rates_seconds: 3600,
    external_rates: { stale_after_ms: 259_200_000 },
  };
  expect(load(rates(true))).toMatchObject({
    admin_port: 8060,
    video: { escape_log_cache_regex: '"ip":"[^"]*"' },
    event: { timeout_ms: 300 },
    vtrack: { timeout_ms: 400 },
    metrics: { prometheus: { port: 9090 }, accounts: { basic_verbosity: ['a', 'b'] } },
    currency_converter: { fetch_url: 'https://rates.example/', ...times },
  });
  expect(load(rates(false))).toMatchObject({
    metrics: { prometheus: { port: 0 } },
    currency_converter: { fetch_url: '', ...times },
  });
});

test('providers of floors are never abandoned, unless the host limits their failures', () => {
  const retries = (text: string): unknown[] => valuesOf(read(text, JAVA), 'price_floors.fetcher.max_retries');
  expect([retries('port: 1\n'), retries('price-floors: {fetcher: {max-retries: 3}}\n')]).toEqual([[1_000_000_000], [3]]);
});

test('limits of user syncs stop the start if they are not positive or contradict each other', () => {
  const errors = (text: string): readonly string[] => withoutPlace(read(text, JAVA).errors);
  expect(errors('cookie-sync: {default-limit: 0}\n')).toEqual([
    'cookie-sync.default-limit: Default cookie-sync limit should be greater than 0',
  ]);
  expect(errors('cookie-sync: {max-limit: 7}\n')).toEqual([
    'cookie-sync.max-limit: Max cookie-sync limit should be greater or equal than limit',
  ]);
  expect(errors('cookie-sync: {default-limit: 5, max-limit: 5}\n')).toEqual([]);
  expect(read('cookie_sync: {default_limit: 0, max_limit: 0}\n').errors).toEqual([]);
});

test('the shortest time of a bidder is above 0 in the Java variant', () => {
  const errors = (min: number): readonly string[] => withoutPlace(read(`auction: {biddertmax: {min: ${min}}}\n`, JAVA).errors);
  expect(errors(0)).toEqual(['auction.biddertmax.min: Both min and max timeouts should be greater than 0: min=0, max=5000']);
  expect(errors(1)).toEqual([]);
});

test('bits kept of an IPv6 address are few enough for a country, or enough for a network', () => {
  const errors = (bits: number): readonly string[] => withoutPlace(read(`ipv6: {anon-left-mask-bits: ${bits}}\n`, JAVA).errors);
  expect([1, 32, 56, 128].flatMap(errors)).toEqual([]);
  expect([0, 33, 55].map(errors)).toEqual(
    [0, 33, 55].map((bits) => [`ipv6.anon-left-mask-bits: must be 1 to 32 or 56 to 128, not ${bits}`]),
  );
  expect(read('account_defaults: {privacy: {ipv6: {anon_keep_bits: 40}}}\n').errors).toEqual([]);
});

test('pools and the reporter to agma have that variant’s defaults', () => {
  const made = valuesOf(
    read('settings: {database: {type: mysql}}\n', JAVA),
    'http_client.max_connections_per_host',
    'accounts.database.connection.max_connections',
    'analytics.agma.endpoint.timeout',
    'analytics.agma.buffers',
  );
  expect(made).toEqual([4000, 20, '5s', { size: '100000', count: 4, timeout: '5s' }]);
  expect(valuesOf(read(''), 'http_client.connect_timeout_ms', 'http_client.tcp_keep_alive_seconds')).toEqual([30_000, 15]);
});

test('the reporter to LiveIntent runs for accounts that name it, unless the host lists it', async () => {
  const adapters = 'analytics.global.adapters';
  const names = ['logAnalytics', 'pubstack', 'greenbids', 'agmaAnalytics', 'filelogger', 'http', 'kafka', 'redis'];
  expect(valuesOf(read('settings: {database: {type: mysql}}\n', JAVA), adapters)).toEqual([names]);
  const modules = (await findAnalytics()).map(({ name, javaName }) => javaName ?? name);
  expect(modules.toSorted()).toEqual([...names, 'liveintentAnalytics'].toSorted());
  expect(valuesOf(read('analytics: {global: {adapters: "pubstack, liveintentAnalytics"}}\n', JAVA), adapters)).toEqual([
    ['pubstack', 'liveintentAnalytics'],
  ]);
  expect(valuesOf(read(''), adapters)).toEqual([undefined]);
});

test('settings of single bidders are their extra info; for others they have no meaning', () => {
  const text = `adapters:
  adnuntius: {eu-endpoint: "http://eu"}
  aduptech: {target-currency: USD}
  beachfront: {video-endpoint: "http://v"}
  kobler: {dev-endpoint: "http://d"}
  mediafuse: {iab-categories: {1: IAB1, 200: IAB2}}
  magnite: {generate-bid-id: "yes"}
  minutemedia: {test-endpoint: "http://t"}
  rediads: {default-subdomain: eu}
  smartadserver: {pg-endpoint: "http://p", aliases: {smart: {pg-endpoint: "http://a"}}}
  triplelift_native: {whitelist: "a, b"}
  appnexus: {video-endpoint: "http://v", pg-endpoint: "http://p"}
`;
  const { config, warnings } = read(text, JAVA);
  expect(Object.entries(config?.adapters ?? {}).map(([code, { extra_info: info }]) => [code, info])).toEqual([
    ['adnuntius', 'http://eu'],
    ['triplelift_native', '{"publisher_whitelist":["a","b"]}'],
    ['minutemedia', '{"test_endpoint":"http://t"}'],
    ['beachfront', '{"video_endpoint":"http://v"}'],
    ['aduptech', '{"target_currency":"USD"}'],
    ['smart', '{"pg_endpoint":"http://a"}'],
    ['smartadserver', '{"pg_endpoint":"http://p"}'],
    ['mediafuse', '{"iab_categories":{"1":"IAB1","200":"IAB2"}}'],
    ['magnite', '{"generate_bid_id":true}'],
    ['kobler', '{"dev_endpoint":"http://d"}'],
    ['rediads', '{"default_subdomain":"eu"}'],
  ]);
  expect(withoutPlace(warnings)).toEqual([
    'adapters.appnexus.pg-endpoint: no meaning here because that bidder has no such key',
    'adapters.appnexus.video-endpoint: no meaning here because that bidder has no such key',
  ]);
});

test('the compression of a bidder is none or gzip, in any case', () => {
  const text = 'adapters: {appnexus: {endpoint-compression: GZIP}, rubicon: {endpoint-compression: br}}\n';
  expect(withoutPlace(read(text, JAVA).errors)).toEqual(['adapters.rubicon.endpoint-compression: must be none or gzip, not "br"']);
  expect(read(text).errors).toEqual([]);
});

test('a file that adds files by the key of an argument gets a warning', () => {
  const { errors, warnings } = read('spring: {config: {additional-location: other.yaml}, main: {banner-mode: off}}\n', JAVA);
  expect([errors, withoutPlace(warnings)]).toEqual([
    [],
    [
      'spring.config.additional-location: no meaning here because an argument or a variable adds files, and spring.config.import in a file',
      'spring.main.banner-mode: no meaning here because there is no banner',
    ],
  ]);
});

test('lists in one string are lists of names or of numbers', () => {
  const settings = read(
    `
gdpr.default-value:
amp.custom-targeting: a, b
analytics.global.adapters: logAnalytics,pubstack
adapters.appnexus.usersync.skipwhen.gpp-sid: 7, 8
`,
    JAVA,
  );
  expect(settings.errors).toEqual([]);
  expect(valuesOf(settings, 'amp.custom_targeting', 'analytics.global.adapters', 'adapters.appnexus.usersync.skipwhen.gpp_sid')).toEqual([
    ['a', 'b'],
    ['logAnalytics', 'pubstack'],
    [7, 8],
  ]);
});

test('an empty default for the GDPR is absent, and a supply chain node that is a list is an error', () => {
  const { errors } = read(`gdpr.default-value: ""\nauction.host-schain-node: '[]'\n`, JAVA);
  expect(withoutPlace(errors)).toEqual(['auction.host-schain-node: must be a node of a supply chain as JSON: an object']);
});

test('a protected endpoint of the public listener without credentials is an error with their key', () => {
  const { errors } = read('gdpr.default-value: 0\nadmin-endpoints.version: { enabled: true, on-application-port: true }\n', JAVA);
  expect(errors).toEqual([
    'admin-endpoints.credentials: are required, or admin_token, because admin_endpoints.version is protected on the public listener',
  ]);
});

test('an idle time of 0 seconds is no limit, as in both variants', () => {
  expect(valuesOf(read('server.idle-timeout: 0\n', JAVA), 'keep_alive_timeout_seconds')).toEqual([2_147_483]);
  const settings = read(
    'http_client: {idle_connection_timeout_seconds: 0, tls_handshake_timeout_seconds: "0", dialer: {timeout_seconds: 0, keep_alive_seconds: 0}}\n',
  );
  expect([settings.errors, settings.warnings]).toEqual([[], []]);
  expect(settings.config?.http_client).toMatchObject({
    idle_connection_timeout_seconds: 2_147_483,
    tls_handshake_timeout_seconds: 2_147_483,
    connect_timeout_ms: 2_147_483_000,
    tcp_keep_alive_seconds: 15,
  });
});
