/**
 * The same figures under the Java variant's names, computed on each read: nothing is counted twice. Only figures that our families
 * distinguish have a name here.
 */
import type { FamilySnapshot, SeriesSnapshot } from '#src/platform/metrics-format.ts';

type Labels = SeriesSnapshot['labels'];

/** Dotted names for a series; none: no equivalent. */
type Naming = (labels: Labels) => string | readonly string[];

const REQUEST_STATUS: { readonly [status: string]: string } = {
  acctconfigerr: 'badinput',
  queuetimeout: 'err',
};
/** What was blocked; an inactive account is an invalid request there. */
const BLOCKED: { readonly [what: string]: string } = {
  app: 'blocklisted_app',
  account: 'blocklisted_account',
  inactive_account: 'badinput',
};
const SYNC_STATUS: { readonly [status: string]: string } = {
  bad_request: 'bad_requests',
  syncer_unknown: 'bad_requests',
  opt_out: 'opt_outs',
};
/** The name of a sync that failed. */
const failedSync = (status: string): string[] => (SYNC_STATUS[status] === undefined ? [] : [`usersync.${SYNC_STATUS[status]}`]);

const STORED: { readonly [kind: string]: string } = {
  request: 'stored_requests',
  amp: 'stored_requests',
  video: 'stored_requests',
  imp: 'stored_imps',
};
const ERRORS: { readonly [error: string]: string } = {
  validation: 'badserverresponse',
  failedtorequestbid: 'badinput',
  tmaxtimeout: 'timeout',
};

const MEDIA = ['banner', 'video', 'native', 'audio'] as const;

const NAMINGS: { readonly [family: string]: Naming } = {
  requests: ({ request_type = '', request_status = '' }) => {
    // `requests_blocked` has more detail.
    const name = request_status === 'blockedapp' ? [] : [`requests.${REQUEST_STATUS[request_status] ?? request_status}.${request_type}`];
    return request_type === 'openrtb2-app' ? [...name, 'app_requests'] : name;
  },
  requests_blocked: ({ request_type, blocked = '' }) => `requests.${BLOCKED[blocked]}.${request_type}`,
  requests_by_bidders: ({ bidders }) => `bidder-cardinality.${bidders}.requests`,
  alias_errors: ({ bidder }) => `${bidder}_bidder`,
  request_time_seconds: () => 'request_time',
  requests_without_cookie: () => 'no_cookie_requests',
  debug_requests: () => 'debug_requests',
  impressions_requests: (labels) => [
    'imps_requested',
    ...MEDIA.filter((media) => labels[media] === 'true').map((media) => `imps_${media}`),
  ],
  adapter_requests: ({ adapter, cookie, has_bids }) => {
    const name = `adapter.${adapter}.requests.${has_bids === 'true' ? 'gotbids' : 'nobid'}`;
    return cookie === 'no' ? [name, `adapter.${adapter}.no_cookie_requests`] : name;
  },
  adapter_request_time_seconds: ({ adapter }) => `adapter.${adapter}.request_time`,
  adapter_prices: ({ adapter }) => `adapter.${adapter}.prices`,
  adapter_bids: ({ adapter }) => `adapter.${adapter}.bids_received`,
  adapter_bids_by_type: ({ adapter, media_type, delivery }) => `adapter.${adapter}.${media_type}.${delivery}_bids_received`,
  adapter_requests_by_type: ({ adapter, request_type }) => `adapter.${adapter}.requests.type.${request_type}`,
  adapter_tcf: ({ adapter, request_type, effect }) => `adapter.${adapter}.${request_type}.tcf.${effect}`,
  adapter_errors: ({ adapter, adapter_error = '' }) => `adapter.${adapter}.requests.${ERRORS[adapter_error] ?? adapter_error}`,
  adapter_response_validation_size_err: ({ adapter }) => `adapter.${adapter}.response.validation.size.err`,
  adapter_response_validation_size_warn: ({ adapter }) => `adapter.${adapter}.response.validation.size.warn`,
  adapter_response_validation_secure_err: ({ adapter }) => `adapter.${adapter}.response.validation.secure.err`,
  adapter_response_validation_secure_warn: ({ adapter }) => `adapter.${adapter}.response.validation.secure.warn`,
  account_response_validation_size_err: ({ account }) => `account.${account}.response.validation.size.err`,
  account_response_validation_size_warn: ({ account }) => `account.${account}.response.validation.size.warn`,
  account_response_validation_secure_err: ({ account }) => `account.${account}.response.validation.secure.err`,
  account_response_validation_secure_warn: ({ account }) => `account.${account}.response.validation.secure.warn`,
  account_requests: ({ account }) => `account.${account}.requests`,
  account_debug_requests: ({ account }) => `account.${account}.debug_requests`,
  account_requests_by_type: ({ account, request_type }) => `account.${account}.requests.type.${request_type}`,
  account_requests_rejected: ({ account }) => `account.${account}.requests.rejection`,
  account_adapter_requests: ({ account, adapter, has_bids }) =>
    `account.${account}.adapter.${adapter}.requests.${has_bids === 'true' ? 'gotbids' : 'nobid'}`,
  account_adapter_bids: ({ account, adapter }) => `account.${account}.adapter.${adapter}.bids_received`,
  account_adapter_request_time_seconds: ({ account, adapter }) => `account.${account}.adapter.${adapter}.request_time`,
  prebidcache_write_time_seconds: ({ success }) => `prebid_cache.requests.${success === 'true' ? 'ok' : 'err'}`,
  cookie_sync_requests: ({ status = '' }) => ['cookie_sync_requests', ...failedSync(status)],
  setuid_requests: ({ status = '' }) => failedSync(status),
  syncer_sets: ({ syncer, status }) => (status === 'ok' ? `usersync.${syncer}.sets` : []),
  syncer_tcf: ({ syncer, reason }) => `usersync.${syncer}.tcf.${reason}`,
  syncer_requests: ({ syncer, status }) => (status === 'privacy_blocked' ? `cookie_sync.${syncer}.tcf.blocked` : []),
  connections_error: ({ connection_error }) => (connection_error === 'accept' ? 'connection_accept_errors' : []),
  currency_rates_stale: () => 'currency-rates.stale',
  timeout_notification: ({ success }) => `timeout_notification.${success}`,
  privacy_coppa: () => 'privacy.coppa',
  privacy_lmt: () => 'privacy.lmt',
  privacy_ccpa: ({ opt_out }) => (opt_out === 'true' ? ['privacy.usp.specified', 'privacy.usp.opt-out'] : 'privacy.usp.specified'),
  privacy_consent_strings: ({ state }) => (state === 'valid' ? 'privacy.tcf.v2.requests' : `privacy.tcf.${state}`),
  geolocation_requests: ({ result }) => ['geolocation_requests', result === 'failed' ? 'geolocation_fail' : 'geolocation_successful'],
  gvl_requests: () => 'privacy.tcf.v2.vendorlist.missing',
  gvl_fetch: ({ success }) => `privacy.tcf.v2.vendorlist.${success === 'ok' ? 'ok' : 'err'}`,
  gvl_fallbacks: () => 'privacy.tcf.v2.vendorlist.fallback',
  live_gvl_fetch: ({ success }) => `privacy.tcf.vendorlist.live.${success === 'ok' ? 'ok' : 'err'}`,
  account_module_calls: ({ account, module, result = '' }) => {
    const name = `account.${account}.modules.module.${module}`;
    return [`${name}.call`, ['noop', 'update', 'reject'].includes(result) ? `${name}.success.${result}` : `${name}.failure`];
  },
  account_module_duration: ({ account, module }) => `account.${account}.modules.module.${module}.duration`,
  stored_data_ids: ({ kind = '', result }) => (STORED[kind] === undefined ? [] : `${STORED[kind]}_${result}`),
  account_cache_performance: ({ cache_result }) => `settings.cache.account.${cache_result}`,
  analytics_events: ({ module, kind, result }) =>
    result === 'reported' || result === 'error'
      ? `analytics.${module}.${kind === 'notification' ? 'event' : kind}.${result === 'reported' ? 'ok' : 'err'}`
      : [],
};

/** Figures of one name: added up, or the highest of a gauge, which each process has. */
type Combine = (figure: number, other: number) => number;
const add: Combine = (figure, other) => figure + other;

/** @param withLabels labels replace the parts of names that are their values */
function eachName(
  families: readonly FamilySnapshot[],
  take: (name: string, figure: number, labels: Labels, kind: 'counter' | 'gauge', combine: Combine) => void,
  withLabels = false,
): void {
  for (const { name, kind, series } of families) {
    const [taken, combine] = kind === 'gauge' ? (['gauge', Math.max] as const) : (['counter', add] as const);
    const naming = NAMINGS[name];
    if (!naming) continue;
    for (const { labels, value } of series) {
      const named = withLabels
        ? Object.fromEntries(IN_NAMES.flatMap((key) => (labels[key] === undefined ? [] : [[key, labels[key]]])))
        : {};
      const marked = { ...labels, ...Object.fromEntries(Object.keys(named).map((key) => [key, MARK])) };
      const figure = typeof value === 'number' ? value : value.count;
      for (const dotted of [naming(marked)].flat()) take(dotted, figure, named, taken, combine);
    }
  }
}

/** Dotted name → figure, as the Java variant's `/collected-metrics` lists them; for times and prices their count. */
export function javaNumbers(families: readonly FamilySnapshot[]): { [name: string]: number } {
  const numbers = new Map<string, number>();
  eachName(families, (name, figure, _labels, _kind, combine) => numbers.set(name, combine(numbers.get(name) ?? 0, figure)));
  return Object.fromEntries([...numbers].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Labels that are parts of dotted names. */
const IN_NAMES = ['account', 'adapter', 'syncer', 'module'];

/** A placeholder for a label's value in a dotted name. */
const MARK = '\u0000';

/** The same as families; all characters of their names except letters and digits become underscores. */
export function javaFamilies(families: readonly FamilySnapshot[], withLabels: boolean): FamilySnapshot[] {
  const known = new Set(families.map(({ name }) => name));
  type Series = Map<string, SeriesSnapshot & { readonly value: number }>;
  const made = new Map<string, { readonly kind: 'counter' | 'gauge'; readonly series: Series }>();
  eachName(
    families,
    (dotted, figure, labels, kind, combine) => {
      const name = dotted.replace(/\.?\0/g, '').replace(/\W/g, '_');
      if (known.has(name)) return;
      const family = made.get(name) ?? { kind, series: new Map() };
      made.set(name, family);
      const key = Object.values(labels).join(MARK);
      family.series.set(key, { labels, value: combine(family.series.get(key)?.value ?? 0, figure) });
    },
    withLabels,
  );
  return [...made]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { kind, series }]) => ({ name, kind, help: 'Java variant.', series: [...series.values()] }));
}
