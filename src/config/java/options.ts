/** Options of the Java variant that have another place or form here, or no effect. */
import { isObject } from '#src/json/merge.ts';
import type { Rule } from '../input/rewrite.ts';
import { asFlag, asFullSeconds, asJson, asLimit, asList, ignored, isNumeric, isOff, move, moves } from '../input/rule.ts';

/** The value of our option if theirs is disabled; absent if it is enabled. */
const ifDisabled =
  (ours: unknown) =>
  (value: unknown): unknown =>
    asFlag(value) === false ? ours : undefined;

const asFile = (path: unknown): unknown => (path === '' ? undefined : { type: 'file', file: { name: path } });
/** 0 means no limit there, and is omitted here. */
const unlessZero =
  (as: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    Number(value) === 0 ? undefined : as(value);

const same = (value: unknown): unknown => value;
/** Number of redirects to follow; 0: none. */
function redirects(value: unknown): unknown {
  if (value === '') return undefined;
  return isNumeric(value) && Number(value) === 0 ? { follow_redirects: false } : { follow_redirects: true, max_redirects: value };
}

function asNode(value: unknown): unknown {
  const node = asJson(value, 'a node of a supply chain');
  if (node !== undefined && !isObject(node)) throw new Error('must be a node of a supply chain as JSON: an object');
  return node;
}

/** Drops an empty text, which is absent; other values remain for later rules. */
const withoutEmpty = (key: string): Rule => ({ key, to: [key], as: (value) => (value === '' ? undefined : value) });

const RATES = 'currency_converter.external_rates';
const NOTICE = 'auction.timeout_notification';
const LISTS = 'gdpr.vendorlist';

const AUCTION: readonly Rule[] = [
  ...moves({
    'auction.filter_imp_media_type.enabled': 'filter_imp_media_type',
    'auction.ad_server_currency': 'ad_server_currency',
    'auction.stored_requests_timeout_ms': 'stored_requests_timeout_ms',
    'auction.profiles': 'profiles',
    'auction.cache.expected_request_time_ms': 'cache.expected_millis',
    'auction.cache.only_winning_bids': 'cache.only_winning_bids',
    'auction.strict_app_site_dooh': 'strict_app_site_dooh',
    'auction.category_mapping_enabled': 'category_mapping_enabled',
    'auction.generate_bid_id': 'generate_bid_id',
    'auction.enforce_random_bid_id': 'enforce_random_bid_id',
    'auction.video.escape_log_cache_regex': 'video.escape_log_cache_regex',
    'auction.validations': 'validations',
    [`${NOTICE}.timeout_ms`]: 'http_client.timeout_notice_ms',
    [`${NOTICE}.log_result`]: 'debug.timeout_notification.log',
    [`${NOTICE}.log_failure_only`]: 'debug.timeout_notification.fail_only',
    [`${NOTICE}.log_sampling_rate`]: 'debug.timeout_notification.sampling_rate',
  }),
  { key: 'auction.blocklisted_accounts', to: ['blocked_accounts'], as: asList },
  { key: 'auction.blocklisted_apps', to: ['blocked_apps'], as: asList },
  { key: 'auction.host_schain_node', to: ['host_schain_node'], as: asNode },
  ...['amp.custom_targeting', 'analytics.global.adapters'].map((key) => ({ key, to: [key], as: asList })),
];

const SERVER: readonly Rule[] = [
  { key: 'datacenter', ours: 'datacenter', warn: 'no meaning here because nothing in the Java variant reads it (datacenter-region does)' },
  ...moves({
    'server.max_headers_size': 'max_header_bytes',
    'server.max_body_size': 'max_request_size',
    'server.http.port': 'port',
    'server.unix_socket.enabled': 'unix_socket_enable',
    'server.unix_socket.path': 'unix_socket_name',
    'admin.port': 'admin_port',
    datacenter_region: 'datacenter',
  }),
  { key: 'server.idle_timeout', to: ['keep_alive_timeout_seconds'], as: asLimit },
  ...ignored('Node limits the request line and headers together (server.max-headers-size)', 'server.max_initial_line_length'),
  ...ignored('processes are scaled by `workers`', 'server.http.server_instances', 'server.unix_socket.server_instances'),
  ...ignored('Node offers no such switch', 'server.enable_quickack'),
  ...ignored('the workers of one host share its port already', 'server.enable_reuseport'),
  ...ignored(
    'admission control measures the CPU time of the work itself (admission.max_wait_ms)',
    'server.cpu_load_monitoring.enabled',
    'server.cpu_load_monitoring.measurement_interval_ms',
  ),
  { key: 'server.ssl', as: withoutTls },
  ...['server.jks_path', 'server.jks_password'].map(withoutEmpty),
  ...ignored('TLS takes PEM files, and server.ssl is rejected', 'server.jks_path', 'server.jks_password'),
];

/** A host that requires TLS must not be served without it. */
function withoutTls(value: unknown): undefined {
  if (value === '' || isOff(value)) return undefined;
  throw new Error('a Java key store cannot be read here; TLS takes PEM files, or ends in front of this host');
}

const CLIENT: readonly Rule[] = [
  { key: 'http_client.idle_timeout_ms', to: ['http_client.idle_connection_timeout_seconds'], as: unlessZero(asFullSeconds) },
  { key: 'http_client.max_pool_size', to: ['http_client.max_connections_per_host'], as: same },
  { key: 'http_client.max_redirects', to: ['http_client'], as: redirects },
  ...['http_client.jks_path', 'http_client.jks_password'].flatMap((key) => [
    withoutEmpty(key),
    ...ignored('certificates come from certificates_file', key),
  ]),
  ...ignored('idle connections are closed by timers', 'http_client.pool_cleaner_period_ms'),
  ...ignored('https is decided by the address', 'http_client.ssl'),
];

const RATE_RULES: readonly Rule[] = [
  move(`${RATES}.url`, 'currency_converter.fetch_url'),
  { key: `${RATES}.enabled`, to: ['currency_converter.fetch_url'], as: ifDisabled(''), wins: true },
  move(`${RATES}.default_timeout_ms`, 'currency_converter.fetch_timeout_ms'),
  { key: `${RATES}.refresh_period_ms`, to: ['currency_converter.fetch_interval_seconds'], as: asFullSeconds },
  { key: `${RATES}.stale_period_ms`, to: ['currency_converter.stale_rates_seconds'], as: asFullSeconds },
];

const PRIVACY: readonly Rule[] = [
  move(`${LISTS}.default_timeout_ms`, `${LISTS}.v2.http_default_timeout_ms`, `${LISTS}.v3.http_default_timeout_ms`),
  { key: `${LISTS}.live.refresh_period_ms`, to: ['gdpr.live_gvl_refresh_interval_seconds'], as: asFullSeconds },
  move(`${LISTS}.live.url`, `${LISTS}.live.http_endpoint`),
  { key: 'ipv6.private_networks', to: ['request_validation.ipv6_private_networks'], as: asList },
  move('ipv6.anon_left_mask_bits', 'account_defaults.privacy.ipv6.anon_keep_bits'),
];

const PULLED = 'metrics are pulled (metrics.prometheus, /metrics of the admin listener) or sent by OTLP';
const push = (name: string, ...keys: readonly string[]): Rule[] => ignored(PULLED, ...keys.map((key) => `metrics.${name}.${key}`));

const METRICS: readonly Rule[] = [
  ...['basic_verbosity', 'detailed_verbosity'].map((name) => ({
    key: `metrics.accounts.${name}`,
    to: [`metrics.accounts.${name}`],
    as: asList,
  })),
  { key: 'metrics.prometheus.enabled', to: ['metrics.prometheus.port'], as: ifDisabled(0), wins: true },
  ...push('console', 'enabled', 'interval'),
  ...push('graphite', 'enabled', 'host', 'interval', 'port', 'prefix'),
  ...push(
    'influxdb',
    'auth',
    'connect_timeout',
    'database',
    'enabled',
    'host',
    'interval',
    'port',
    'prefix',
    'protocol',
    'read_timeout',
    'tags',
  ),
  ...push('logback', 'enabled', 'interval', 'name'),
  ...ignored('there is no JVM', 'metrics.jmx.enabled'),
  ...ignored('metrics have one form', 'metrics.metric_type', 'metrics.prefix'),
];

const UNUSED_KEYS = ['host_id', 'infra', 'profile', 'sub_system', 'system', 'vendor'];

const SPRING_GROUPS = ['aop', 'application', 'autoconfigure', 'jmx', 'lifecycle', 'output', 'task', 'threads'].map(
  (group) => `spring.${group}`,
);

const REST: readonly Rule[] = [
  ...ignored('nothing in the Java variant reads it', ...UNUSED_KEYS),
  ...ignored(
    'account settings say it (auction.banner-cache-ttl, auction.video-cache-ttl)',
    'cache.account.<name>.banner_ttl_seconds',
    'cache.account.<name>.video_ttl_seconds',
  ),
  move('pbc.api.key', 'cache.api_key'),
  { key: 'default_request.file.path', to: ['default_request'], as: asFile },
  move('event.default_timeout_ms', 'event.timeout_ms'),
  move('vtrack.default_timeout_ms', 'vtrack.timeout_ms'),
  ...ignored(
    'an argument or a variable adds files, and spring.config.import in a file',
    'spring.config.additional_location',
    'spring.config.location',
  ),
  ...ignored('there is no banner', 'spring.main.banner_mode'),
  ...ignored('it is an option of Spring Boot', 'info', 'management', ...SPRING_GROUPS),
  ...ignored('the log is set by log.level', 'logging.config', 'logging.file', 'logging.group', 'logging.level', 'logging.pattern'),
  ...ignored('connections are counted by bidder', 'vertx.enable_per_client_endpoint_metrics'),
  ...ignored('each step of the start has its own limit', 'vertx.init_timeout_ms'),
  ...ignored('the resolver decides', 'vertx.round_robin_inet_address'),
  ...ignored('nothing is uploaded', 'vertx.uploads_dir'),
  ...ignored('there is one event loop a process (workers)', 'vertx.worker_pool_size'),
];

const SYNCER = 'geolocation.maxmind.remote_file_syncer';
const PLACE = 'geolocation.configurations[].geo_info';

const GEOGRAPHY: readonly Rule[] = [
  ...ignored(
    'a device has no field for it',
    ...['connection_speed', 'continent', 'metro_google', 'region_code'].map((key) => `${PLACE}.${key}`),
  ),
  move(`${PLACE}.metro_nielsen`, `${PLACE}.metro`),
  ...ignored(
    'all fetches share one client',
    ...['idle_timeout_ms', 'jks_password', 'jks_path', 'max_pool_size', 'pool_cleaner_period_ms', 'ssl', 'use_decompression'].map(
      (key) => `${SYNCER}.http_client.${key}`,
    ),
  ),
];

/** In order of application. */
export const OPTION_RULES: readonly Rule[] = [
  ...AUCTION,
  ...SERVER,
  ...CLIENT,
  ...RATE_RULES,
  ...PRIVACY,
  ...METRICS,
  ...GEOGRAPHY,
  ...REST,
];
