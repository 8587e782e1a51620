/** Rules over several options, of all sections. */
import { readDsa } from '../accounts.ts';
import { goErrors } from '../go/errors.ts';
import { javaErrors } from '../java/errors.ts';
import type { HostConfig } from '../schema.ts';
import { executionPlan } from '../sections/hooks.ts';
import { checkPrivacyOptions } from '../sections/privacy.ts';
import { addressWarnings } from './addresses.ts';
import { adminErrors } from './admin.ts';
import { adsCertErrors } from './ads-cert.ts';
import { cacheErrors } from './cache.ts';
import { eventErrors } from './events.ts';
import { floorErrors } from './floors.ts';
import { portErrors } from './ports.ts';
import { storeErrors, storeWarnings } from './stores.ts';

/** An option and the violated rule; '': a rule about no single option. */
export interface OptionError {
  readonly option: string;
  readonly rule: string;
}

/** Splits `option: rule`. */
function toError(line: string): OptionError {
  const [, option = '', rule = line] = /^([^\s:]+): (.*)$/s.exec(line) ?? [];
  return { option, rule };
}

function timeErrors({ auction_timeouts_ms, auction }: HostConfig): string[] {
  const { default: byDefault, max } = auction_timeouts_ms;
  const { min, max: longest } = auction.biddertmax;
  return [
    ...(max > 0 && max < byDefault
      ? [
          `auction_timeouts_ms.max: auction_timeouts_ms.max cannot be less than auction_timeouts_ms.default. max=${max}, default=${byDefault}`,
        ]
      : []),
    ...(longest < min ? [`auction.biddertmax.max: Max timeout cannot be less than min timeout: min=${min}, max=${longest}`] : []),
  ];
}

/** The two retry options of a vendor list version exclude each other. */
const retryErrors = ({ gdpr }: HostConfig): string[] =>
  (['v2', 'v3'] as const).flatMap((version) => {
    const { exponential_backoff: growing, fixed_interval: fixed } = gdpr.vendorlist[version].retry_policy;
    return growing && fixed ? [`gdpr.vendorlist.${version}.retry_policy: exponential_backoff and fixed_interval exclude each other`] : [];
  });

/** A database is needed, or an address to fetch one. */
function geoErrors({ geolocation: { enabled, type, file, maxmind } }: HostConfig): string[] {
  const { type: source, download_url: url, save_filepath: saved } = maxmind.remote_file_syncer;
  if (!enabled || type !== 'maxmind' || file !== '' || saved !== '' || (source === 'remote' && url !== '')) return [];
  const option = source === 'remote' ? 'download_url' : 'save_filepath';
  return [`geolocation.maxmind.remote_file_syncer.${option}: is needed, or geolocation.file`];
}

/** The default DSA signal may be a JSON string. */
function dsaErrors({ account_defaults: { privacy } }: HostConfig): string[] {
  const dsa = readDsa(privacy.dsa.default);
  return 'error' in dsa ? [`account_defaults.privacy.dsa.default: ${dsa.error}`] : [];
}

/** The schema of accounts leaves the plan to the runtime, where an invalid one of a stored account is ignored. */
function planErrors({ account_defaults: { hooks } }: HostConfig): string[] {
  const issues = hooks.execution_plan === undefined ? [] : (executionPlan.safeParse(hooks.execution_plan).error?.issues ?? []);
  return issues.map(({ path, message }) => `${['account_defaults.hooks.execution_plan', ...path].join('.')}: ${message}`);
}

/** A currency that no rate has: requests that name none would get no bids. */
const currencyErrors = ({ ad_server_currency: currency }: HostConfig): string[] =>
  currency === '' || /^[A-Z]{3}$/.test(currency) ? [] : ['ad_server_currency: must be a currency code of three capital letters'];

const metricErrors = ({ metrics: { prometheus } }: HostConfig): string[] =>
  prometheus.port > 0 && prometheus.timeout_ms === 0 ? ['metrics.prometheus.timeout_ms: must be > 0 with metrics.prometheus.port'] : [];

const previousAuctionErrors = ({ previous_auctions: { backend, key } }: HostConfig): string[] =>
  backend === 'redis' && key === '' ? ['previous_auctions.key: is required with previous_auctions.backend redis'] : [];

const analyticsErrors = ({ analytics: { dead_letters, kafka } }: HostConfig): string[] =>
  dead_letters.topic !== '' && kafka.brokers.length === 0
    ? ['analytics.dead_letters.topic: requires the brokers of analytics.kafka.brokers']
    : [];

const ERRORS_OF = { go: goErrors, java: javaErrors };

/** The one store that the Go variant does not check: its cache and its queries. What a connection or the first fill needs is needed here. */
const isUnchecked = (line: string): boolean =>
  /^stored_responses\..*(in_memory_cache|database\.(fetcher|poll_for_updates|initialize_caches\.(amp_)?query))/.test(line) &&
  !line.includes(': is needed');
/** Settings that need another cache have no effect. */
const outcomeOf = (line: string): string => (line.includes('in_memory_cache') ? 'it has no effect' : 'the Go variant does not check it');

/** Settings without effect and addresses that cannot be called, which start the host. @param isNamed the host named its variant */
export function crossWarnings(config: HostConfig, isNamed: boolean): OptionError[] {
  const unchecked = isNamed && config.variant === 'go' ? storeErrors(config).filter(isUnchecked) : [];
  return [...unchecked.map((line) => `${line}; ${outcomeOf(line)}`), ...storeWarnings(config), ...addressWarnings(config)].map(toError);
}

/** @param isNamed the host named its variant: errors of that variant apply here too */
export function crossErrors(config: HostConfig, isNamed: boolean): OptionError[] {
  const lines = [
    ...storeErrors(config).filter((line) => !(isNamed && config.variant === 'go' && isUnchecked(line))),
    ...adminErrors(config),
    ...portErrors(config),
    ...analyticsErrors(config),
    ...cacheErrors(config),
    ...previousAuctionErrors(config),
    ...eventErrors(config.account_defaults),
    ...checkPrivacyOptions(config).errors,
    ...adsCertErrors(config.experiment.adscert),
    ...timeErrors(config),
    ...retryErrors(config),
    ...metricErrors(config),
    ...currencyErrors(config),
    ...geoErrors(config),
    ...dsaErrors(config),
    ...planErrors(config),
    ...floorErrors(config),
    ...(isNamed ? ERRORS_OF[config.variant](config) : []),
  ];
  return [...new Set(lines)].map(toError);
}
