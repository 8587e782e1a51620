/**
 * Options in the Java variant's names and groups (a few: the Go variant's), converted to our names. Our own names take precedence, field by
 * field.
 */
import { isObject } from '#src/json/merge.ts';

type Tree = { [key: string]: unknown };

interface Move {
  readonly from: string;
  readonly to: string;
  /** Present if the value has another format. */
  readonly as?: (value: unknown) => unknown;
  /** It overrides the value under our name. */
  readonly wins?: boolean;
}

/** Lists that the Java variant writes as one string. */
const asList = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    : value;

const asFile = (path: unknown): unknown => (path === '' || path === null ? undefined : { type: 'file', file: { name: path } });

const asSeconds = (ms: unknown): unknown => (typeof ms === 'number' ? Math.round(ms / 1000) : ms);
/** The value of our option if theirs is disabled; enabled it says nothing. */
const off =
  (ours: unknown) =>
  (isOn: unknown): unknown =>
    isOn === false || isOn === 'false' ? ours : undefined;
/** A fixed property of all bidders without their own; any other value is reported as unknown. */
const only =
  (text: string) =>
  (value: unknown): unknown =>
    String(value) === text ? undefined : value;
const nothing = (): undefined => undefined;

const RATES = 'currency_converter.external_rates';
const NOTICE = 'auction.timeout_notification';

const asMillis = (seconds: unknown): unknown => (typeof seconds === 'number' ? seconds * 1000 : seconds);

const MOVES: readonly Move[] = [
  { from: 'http_client.dialer.timeout_seconds', to: 'http_client.connect_timeout_ms', as: asMillis },
  { from: 'http_client.dialer.keep_alive_seconds', to: 'http_client.tcp_keep_alive_seconds' },
  { from: 'enable_gzip', to: 'compression.response.enable_gzip' },
  // Node has no equivalent.
  { from: 'garbage_collector_threshold', to: 'garbage_collector_threshold', as: nothing },
  { from: 'http_client_cache', to: 'http_client_cache', as: nothing },
  { from: 'server.max_initial_line_length', to: 'server', as: nothing },
  { from: 'adapter_defaults.ortb_version', to: 'adapter_defaults.ortb_version', as: only('2.5') },
  { from: 'adapter_defaults.ortb.multiformat_supported', to: 'adapter_defaults.ortb.multiformat_supported', as: only('true') },
  { from: 'server.max_headers_size', to: 'max_header_bytes' },
  { from: 'server.idle_timeout', to: 'keep_alive_timeout_seconds' },
  { from: 'auction.filter_imp_media_type.enabled', to: 'filter_imp_media_type' },
  { from: 'server.max_body_size', to: 'max_request_size' },
  { from: 'server.http.port', to: 'port' },
  { from: 'datacenter_region', to: 'datacenter' },
  { from: 'auction.ad_server_currency', to: 'ad_server_currency' },
  { from: 'auction.blocklisted_accounts', to: 'blocked_accounts', as: asList },
  { from: 'auction.blocklisted_apps', to: 'blocked_apps', as: asList },
  { from: 'auction.stored_requests_timeout_ms', to: 'stored_requests_timeout_ms' },
  { from: 'auction.profiles', to: 'profiles' },
  { from: 'auction.cache.expected_request_time_ms', to: 'cache.expected_millis' },
  { from: 'auction.cache.only_winning_bids', to: 'cache.only_winning_bids' },
  { from: 'auction.strict_app_site_dooh', to: 'strict_app_site_dooh' },
  { from: 'auction.host_schain_node', to: 'host_schain_node' },
  { from: 'auction.category_mapping_enabled', to: 'category_mapping_enabled' },
  { from: 'auction.generate_bid_id', to: 'generate_bid_id' },
  { from: 'auction.video.escape_log_cache_regex', to: 'video.escape_log_cache_regex' },
  { from: 'auction.validations', to: 'validations' },
  { from: `${NOTICE}.timeout_ms`, to: 'http_client.timeout_notice_ms' },
  { from: `${NOTICE}.log_result`, to: 'debug.timeout_notification.log' },
  { from: `${NOTICE}.log_failure_only`, to: 'debug.timeout_notification.fail_only' },
  { from: `${NOTICE}.log_sampling_rate`, to: 'debug.timeout_notification.sampling_rate' },
  { from: 'default_request.file.path', to: 'default_request', as: asFile },
  { from: 'admin.port', to: 'admin_port' },
  { from: 'event.default_timeout_ms', to: 'event.timeout_ms' },
  { from: 'vtrack.default_timeout_ms', to: 'vtrack.timeout_ms' },
  { from: `${RATES}.url`, to: 'currency_converter.fetch_url' },
  { from: `${RATES}.enabled`, to: 'currency_converter.fetch_url', as: off(''), wins: true },
  { from: `${RATES}.default_timeout_ms`, to: 'currency_converter.fetch_timeout_ms' },
  { from: `${RATES}.refresh_period_ms`, to: 'currency_converter.fetch_interval_seconds', as: asSeconds },
  { from: `${RATES}.stale_after_ms`, to: 'currency_converter.stale_rates_seconds', as: asSeconds },
  { from: `${RATES}.stale_period_ms`, to: RATES, as: nothing },
  { from: 'metrics.prometheus.enabled', to: 'metrics.prometheus.port', as: off(0), wins: true },
  { from: 'metrics.accounts.basic_verbosity', to: 'metrics.accounts.basic_verbosity', as: asList },
  { from: 'metrics.accounts.detailed_verbosity', to: 'metrics.accounts.detailed_verbosity', as: asList },
  { from: 'ipv6.private_networks', to: 'request_validation.ipv6_private_networks', as: asList },
  { from: 'ipv6.anon_left_mask_bits', to: 'account_defaults.privacy.ipv6.anon_keep_bits' },
];

/** @param tree settings with normalized keys, not modified; @returns them under our names */
export function fromJavaOptions(tree: Tree): Tree {
  let moved = tree;
  for (const { from, to, as, wins } of MOVES) {
    const path = from.split('.');
    const value = valueAt(moved, path);
    if (value === undefined) continue;
    const ours = as ? as(value) : value;
    moved = without(moved, path);
    if (ours === undefined) continue;
    const placed = wrap(to.split('.'), ours);
    moved = wins ? under(moved, placed) : under(placed, moved);
  }
  return moved;
}

function valueAt(tree: unknown, path: readonly string[]): unknown {
  let value = tree;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** Removes a field, and groups that become empty. */
function without(tree: Tree, [name = '', ...below]: readonly string[]): Tree {
  const { [name]: field, ...others } = tree;
  if (below.length === 0 || !isObject(field)) return others;
  const left = without(field, below);
  return Object.keys(left).length > 0 ? { ...tree, [name]: left } : others;
}

const wrap = (path: readonly string[], value: unknown): Tree =>
  path.reduceRight<unknown>((unwrapped, name) => ({ [name]: unwrapped }), value) as Tree;

/** The second merged over the first. */
function under(base: Tree, over: Tree): Tree {
  const merged: Tree = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name];
    merged[name] = isObject(below) && isObject(value) ? under(below, value) : value;
  }
  return merged;
}
