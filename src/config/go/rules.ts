/** Keys of the Go variant that are not our options: their targets, or why they have no effect. */
import type { Rule } from '../input/rewrite.ts';
import { asFlag, asLimit, asMillis, ignored, isNumeric, move, moves } from '../input/rule.ts';

const IDLE = 'idle connections end by time alone (http_client.idle_connection_timeout_seconds)';
const CONTINUE = 'requests never ask for 100-continue';
const ONE_POOL = 'one pool serves all calls of this kind (http_client)';
const THROTTLE = 'throttling exists for bidder calls only (http_client.throttle)';

/** A separate HTTP client of that variant; here only the shared pool remains. */
function client(at: string): Rule[] {
  const keys = (...names: readonly string[]): string[] => names.map((name) => `${at}.${name}`);
  const limits = keys(
    'max_connections_per_host',
    'idle_connection_timeout_seconds',
    'tls_handshake_timeout_seconds',
    'dialer.timeout_seconds',
    'dialer.keep_alive_seconds',
  );
  const throttle = [
    'enable_throttling',
    'simulate_throttling_only',
    'long_queue_wait_threshold_ms',
    'short_queue_wait_threshold_ms',
    'throttle_window',
  ];
  return [
    ...ignored(ONE_POOL, ...limits),
    ...ignored(IDLE, ...keys('max_idle_connections', 'max_idle_connections_per_host')),
    ...ignored(CONTINUE, `${at}.expect_continue_timeout_seconds`),
    ...ignored(THROTTLE, ...throttle.map((name) => `${at}.throttle.${name}`)),
  ];
}

const INFLUX = ['host', 'database', 'measurement', 'username', 'password', 'align_timestamps', 'metric_send_interval'];

/** Parts of a store that the variant always takes from `stored_requests`. */
const STORE_PARTS = ['filesystem', 'database', 'http', 'in_memory_cache', 'cache_events', 'http_events'];

const AMP_EVENTS = 'stored_requests.amp_cache_events.enabled';

const AMP_EXCEPTION_REMOVED = 'gdpr.amp_exception has been discontinued: AMP requests are subject to the TCF like all others';

/** `false` was its default and is the fixed value here. */
function ampException(value: unknown): undefined {
  if (asFlag(value) === true) throw new Error(AMP_EXCEPTION_REMOVED);
  return undefined;
}

const HTTP: readonly Rule[] = [
  { key: 'http_client.dialer.timeout_seconds', to: ['http_client.connect_timeout_ms'], as: (seconds) => asMillis(asLimit(seconds)) },
  ...['http_client.idle_connection_timeout_seconds', 'http_client.tls_handshake_timeout_seconds'].map((key) => ({
    key,
    to: [key],
    as: asLimit,
  })),
  // 0 is the default there.
  {
    key: 'http_client.dialer.keep_alive_seconds',
    to: ['http_client.tcp_keep_alive_seconds'],
    as: (seconds) => (isNumeric(seconds) && Number(seconds) === 0 ? undefined : seconds),
  },
  ...ignored(IDLE, 'http_client.max_idle_connections', 'http_client.max_idle_connections_per_host'),
  ...ignored(CONTINUE, 'http_client.expect_continue_timeout_seconds'),
  ...ignored(
    'calls do not queue for connections: the throttle counts failures only',
    'http_client.throttle.long_queue_wait_threshold_ms',
    'http_client.throttle.short_queue_wait_threshold_ms',
  ),
  ...client('http_client_cache'),
  ...client('price_floors.fetcher.http_client'),
];

/** Parts of a store without effect. */
const ignoredParts = (reason: string, at: string, parts: readonly string[]): Rule[] =>
  parts.flatMap((part) => ignored(reason, `${at}.${part}`).map((rule) => ({ ...rule, like: `stored_video_req.${part}` })));

const STORES: readonly Rule[] = [
  ...ignoredParts('`stored_requests` with its amp_ keys always replaces it', 'stored_amp_req', STORE_PARTS),
  ...ignored('stored_requests.filesystem.directorypath is read instead', 'stored_requests.directorypath'),
  move('stored_requests.cache_events_api', 'stored_requests.cache_events.enabled'),
  // That variant fixes both paths; an empty one is its default.
  ...['cache_events', 'amp_cache_events'].map((events): Rule => {
    const key = `stored_requests.${events}.endpoint`;
    return { key, to: [key], as: (path) => (path === '' ? undefined : path) };
  }),
  // AMP requests have an endpoint of their own, without a switch.
  {
    key: 'stored_requests.cache_events.enabled',
    to: [AMP_EVENTS],
    as: (enabled, settingOf) => settingOf(AMP_EVENTS) ?? enabled,
    stays: true,
  },
  ...ignoredParts('categories are not changed from outside', 'category_mapping', ['cache_events', 'http_events']),
];

const BIDDERS: readonly Rule[] = [
  {
    key: 'adapters.<name>.white_label_only',
    ours: 'white_label_only',
    warn: 'no meaning here because the Go variant takes it from files on bidders only (white_label_only does it here)',
  },
  ...ignored('it is descriptive', 'adapters.<name>.geoscope'),
  ...ignored('what a bidder supports follows from its URLs', 'adapters.<name>.usersync.supports'),
  ...['site', 'app', 'dooh'].map((kind) =>
    move(`adapters.<name>.capabilities.${kind}.media_types`, `adapters.<name>.capabilities.${kind}`),
  ),
  // Bound to environment variables in that variant, but never read.
  ...ignored('nothing reads it in the Go variant either', 'adapters.<name>.usersync_url', 'adapters.<name>.usersync.support_cors'),
];

/**
 * The lifetimes of the host are the defaults of accounts, even if others are set for these. Not in the Java variant, whose accounts take
 * precedence.
 */
export const LIFETIMES: readonly Rule[] = ['banner', 'video', 'native', 'audio'].flatMap((type): Rule[] => {
  const [ofHost, key] = [`cache.default_ttl_seconds.${type}`, `account_defaults.cache_ttl.${type}`];
  return [
    { key, to: [key], as: (own, settingOf) => settingOf(ofHost) ?? own },
    { key: ofHost, to: [key], stays: true },
  ];
});

/** All rules, in order of application. */
export const GO_RULES: readonly Rule[] = [
  ...HTTP,
  ...STORES,
  ...BIDDERS,
  ...LIFETIMES,
  ...ignored('the garbage collector is another', 'garbage_collector_threshold'),
  ...ignored('nothing reads it in the Go variant either', 'host_cookie.value'),
  ...ignored(
    'metrics are pulled (metrics.prometheus, /metrics of the admin listener)',
    ...INFLUX.map((name) => `metrics.influxdb.${name}`),
  ),
  { key: 'gdpr.amp_exception', as: ampException },
  ...ignored('the server fills it in', 'account_defaults.price_floors.fetch.accountid'),
  // Stored accounts cannot override it, so the default of accounts is the host's setting.
  {
    key: 'account_defaults.validations.secure_markup',
    to: ['validations.secure_markup'],
    as: (mode) => (mode === '' ? undefined : mode),
    stays: true,
  },
  ...moves({
    enable_gzip: 'compression.response.enable_gzip',
    'validations.max_creative_size.width': 'validations.max_creative_width',
    'validations.max_creative_size.height': 'validations.max_creative_height',
    'account_defaults.events_enabled': 'account_defaults.events.enabled',
  }),
];
