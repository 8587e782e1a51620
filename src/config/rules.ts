/**
 * What a host does where the two established servers differ: what its own option says, else what servers of its `variant` do.
 * Resolved once, when the settings are read. Texts, arithmetic and order are the dialect's (`src/dialect/`).
 */
import type { HostOptions } from './host-options.ts';

export type Variant = HostOptions['variant'];

export interface Rules {
  /** Loosely typed requests are read: single values for lists, lists for texts (`loose_types`). */
  readonly coerceTypes: boolean;
  /** Unknown bidders and bad params under `imp.ext.srv.bidder` are left out with a warning (`drop_invalid_bidders`). */
  readonly dropInvalidBidders: boolean;
  /** Blank imp ids are filled, duplicates renumbered (`generate_imp_ids`). */
  readonly generateImpIds: boolean;
  /** ms a request without `tmax` waits for stored data (`stored_requests_timeout_ms`). */
  readonly storedDataTimeoutMs: number;
  /** How much `ext.srv.server` says to bidders (`server_info`). */
  readonly serverInfo: NonNullable<HostOptions['server_info']>;
  /** Modules run (`hooks.enabled`). */
  readonly runModules: boolean;
  /** Bids beyond a bidder's `maxbids` are removed, not only left without targeting (`multibid.remove_extra_bids`). */
  readonly removeExtraBids: boolean;
  /** The host's currency rates come before the request's (`currency_converter.host_rates_first`). */
  readonly hostRatesFirst: boolean;
  /** A request may name the address floors are fetched from (`price_floors.fetcher.request_endpoints`). */
  readonly floorsUrlFromRequest: boolean;
  /** Without consent to precise geo, addresses are masked in the whole request (`gdpr.mask_addresses_without_precise_geo`). */
  readonly maskAddresses: boolean;
  /** Vendors must be disclosed in recent TCF strings (`gdpr.strict_disclosed_vendors_treatment`). */
  readonly requireDisclosedVendors: boolean;
  /** The host's cookie wins over a stored id that differs (`host_cookie.authoritative`). */
  readonly hostCookieWins: boolean;
  /** `/setuid` rejects an id whose bidder's vendor lacks purpose 1 (`setuid.enforce_bidder_vendor`). */
  readonly enforceBidderVendor: boolean;
  /** Of targeting keys that are equal once truncated the first one stays (`settings.targeting.colliding_keys`). */
  readonly firstKeyStays: boolean;
  /** Truncated targeting keys are listed in the response's warnings (`settings.targeting.warn_of_cut_keys`). */
  readonly warnOfTruncatedKeys: boolean;
  /** `/status` answers with JSON (`status_format`). */
  readonly statusAsJson: boolean;
  /** Redirects of bidders are followed (`http_client.follow_redirects`). */
  readonly followRedirects: boolean;
  /** Analytics modules without a vendor id need consent to purpose 7, too (`analytics.tcf`). */
  readonly measureByConsent: boolean;
  /** Whose response shape is written (`response.shape`). */
  readonly responseShape: Variant;
  /** Whose statuses and texts `/event` has (`event.rules`). */
  readonly eventDialect: Variant;
  /** Whose checks, statuses and texts `/vtrack` has (`vtrack.rules`). */
  readonly vtrackDialect: Variant;
  /** Whose rule the lifetime of a cached bid follows (`cache.ttl_rule`). */
  readonly ttlDialect: Variant;
  /** Whose rules of bidder-specific first-party data hold (`first_party_data`). */
  readonly fpdDialect: Variant;
  /** Bodies may be packed with deflate as well as gzip. */
  readonly acceptDeflate: boolean;
  /** Of several errors of one kind only the first is reported. */
  readonly firstErrorOnly: boolean;
  /** Nulls of a request delete nothing of what is stored. */
  readonly ignoreNullsOverStored: boolean;
  /** The default request lies only under requests that name stored data. */
  readonly defaultUnderStoredOnly: boolean;
  /** Whether a request is an app's is read from its stored request, too. */
  readonly storedInventoryCounts: boolean;
  /** A supply chain in its OpenRTB 2.4 place is used where it can be read, and rejects nothing. */
  readonly lenientOldSchain: boolean;
  /** A blank `device.ua` counts as empty. */
  readonly trimUserAgent: boolean;
  /** The `DNT` header replaces `device.dnt`. */
  readonly overrideDnt: boolean;
  /** Every IPv6 address is cut to `ipv6.always_mask_right` bits. */
  readonly maskIpv6: boolean;
  /** Loopback, multicast and broadcast addresses are no caller's. */
  readonly rejectMulticast: boolean;
  /** Browsing topics go under the host's domain where the account names none. */
  readonly hostNamesTopicsDomain: boolean;
  /** A `tmax` that modules change sets the deadline anew. */
  readonly modulesSetTmax: boolean;
  /** Letters of US Privacy strings may be small. */
  readonly uspInAnyCase: boolean;
  /** A request may say whether floors are raised so that adjusted bids reach them. */
  readonly requestAdjustsFloors: boolean;
  /** Floors are raised by bid adjustment rules as well as by factors. */
  readonly undoAdjustmentRules: boolean;
  /** Bidders that requests name although this host cannot call them respond with the reason. */
  readonly reportUncallable: boolean;
}

/** What servers of a variant do where no option says otherwise. */
const DEFAULTS: { readonly [variant in Variant]: Rules } = {
  go: {
    coerceTypes: false,
    dropInvalidBidders: false,
    generateImpIds: false,
    storedDataTimeoutMs: 50,
    serverInfo: 'brief',
    runModules: false,
    removeExtraBids: false,
    hostRatesFirst: false,
    floorsUrlFromRequest: true,
    maskAddresses: false,
    requireDisclosedVendors: false,
    hostCookieWins: false,
    enforceBidderVendor: false,
    firstKeyStays: false,
    warnOfTruncatedKeys: false,
    statusAsJson: false,
    followRedirects: true,
    measureByConsent: false,
    responseShape: 'go',
    eventDialect: 'go',
    vtrackDialect: 'go',
    ttlDialect: 'go',
    fpdDialect: 'go',
    uspInAnyCase: false,
    requestAdjustsFloors: false,
    undoAdjustmentRules: false,
    reportUncallable: false,
    modulesSetTmax: false,
    acceptDeflate: false,
    firstErrorOnly: false,
    ignoreNullsOverStored: false,
    defaultUnderStoredOnly: false,
    storedInventoryCounts: false,
    lenientOldSchain: false,
    trimUserAgent: false,
    overrideDnt: false,
    maskIpv6: false,
    rejectMulticast: false,
    hostNamesTopicsDomain: false,
  },
  java: {
    coerceTypes: true,
    dropInvalidBidders: true,
    generateImpIds: true,
    storedDataTimeoutMs: 100,
    serverInfo: 'full',
    runModules: true,
    removeExtraBids: true,
    hostRatesFirst: true,
    floorsUrlFromRequest: false,
    maskAddresses: true,
    requireDisclosedVendors: true,
    hostCookieWins: true,
    enforceBidderVendor: true,
    firstKeyStays: true,
    warnOfTruncatedKeys: true,
    statusAsJson: true,
    followRedirects: false,
    measureByConsent: true,
    responseShape: 'java',
    eventDialect: 'java',
    vtrackDialect: 'java',
    ttlDialect: 'java',
    fpdDialect: 'java',
    uspInAnyCase: true,
    requestAdjustsFloors: true,
    undoAdjustmentRules: true,
    reportUncallable: true,
    modulesSetTmax: true,
    acceptDeflate: true,
    firstErrorOnly: true,
    ignoreNullsOverStored: true,
    defaultUnderStoredOnly: true,
    storedInventoryCounts: true,
    lenientOldSchain: true,
    trimUserAgent: true,
    overrideDnt: true,
    maskIpv6: true,
    rejectMulticast: true,
    hostNamesTopicsDomain: true,
  },
};

/** The rules that options of their own decide; undefined: the option is not set. */
const chosen = (options: HostOptions): { readonly [rule in keyof Rules]?: Rules[rule] | undefined } => ({
  coerceTypes: options.loose_types,
  dropInvalidBidders: options.drop_invalid_bidders,
  generateImpIds: options.generate_imp_ids,
  storedDataTimeoutMs: options.stored_requests_timeout_ms,
  serverInfo: options.server_info,
  runModules: options.hooks.enabled,
  removeExtraBids: options.multibid.remove_extra_bids,
  hostRatesFirst: options.currency_converter.host_rates_first,
  floorsUrlFromRequest: options.price_floors.fetcher.request_endpoints,
  maskAddresses: options.gdpr.mask_addresses_without_precise_geo,
  requireDisclosedVendors: options.gdpr.strict_disclosed_vendors_treatment,
  hostCookieWins: options.host_cookie.authoritative,
  enforceBidderVendor: options.setuid.enforce_bidder_vendor,
  firstKeyStays: isOption(options.settings.targeting.colliding_keys, 'first'),
  warnOfTruncatedKeys: options.settings.targeting.warn_of_cut_keys,
  statusAsJson: isOption(options.status_format, 'json'),
  followRedirects: options.http_client.follow_redirects,
  measureByConsent: isOption(options.analytics.tcf, 'all'),
  responseShape: options.response.shape,
  eventDialect: options.event.rules,
  vtrackDialect: options.vtrack.rules,
  ttlDialect: options.cache.ttl_rule,
  fpdDialect: options.first_party_data,
});

/** Whether an option says this; undefined where it says nothing. */
const isOption = (value: string | undefined, wanted: string): boolean | undefined => (value === undefined ? undefined : value === wanted);

/** The rules of a host. */
export function resolveRules(options: HostOptions): Rules {
  const set = Object.fromEntries(Object.entries(chosen(options)).filter(([, value]) => value !== undefined)) as Partial<Rules>;
  return { ...DEFAULTS[options.variant], ...set };
}

/** The options with the rules that follow from them. */
export const withRules = (options: HostOptions): HostOptions & { readonly rules: Rules } => ({ ...options, rules: resolveRules(options) });
