/**
 * Behaviour of a host where the two established servers differ: its own option, else the default of its `variant`. Resolved once, when the
 * settings are loaded. Messages, arithmetic and order belong to the dialect (`src/dialect/`).
 */

import type { HostOptions } from './host-options.ts';
import type { Rules } from './rule-set.ts';
import { RULES_BY_VARIANT } from './rules-by-variant.ts';

/** The rules that options of their own decide; undefined: unset. */
const chosen = (options: HostOptions): { readonly [rule in keyof Rules]?: Rules[rule] | undefined } => ({
  coerceTypes: options.coerce_types,
  filterMediaTypes: options.filter_imp_media_type,
  dropInvalidBidders: options.drop_invalid_bidders,
  generateImpIds: options.generate_imp_ids,
  storedDataTimeoutMs: options.stored_requests_timeout_ms,
  serverInfo: options.server_info,
  runModules: options.hooks.enabled,
  removeExtraBids: options.multibid.remove_extra_bids,
  hostRatesFirst: options.currency_converter.host_rates_first,
  floorsUrlFromRequest: options.price_floors.fetcher.request_endpoints,
  enforceUsPrivacy: options.ccpa.enforce,
  maskAddresses: options.gdpr.mask_addresses_without_precise_geo,
  requireDisclosedVendors: options.gdpr.strict_disclosed_vendors_treatment,
  hostCookieWins: options.host_cookie.authoritative,
  enforceBidderVendor: options.setuid.enforce_bidder_vendor,
  firstKeyWins: isOption(options.settings.targeting.colliding_keys, 'first'),
  warnOfTruncatedKeys: options.settings.targeting.warn_of_truncated_keys,
  adapterDialect: options.adapter_dialect,
  allowVastChanges: options.adapter_defaults?.modifying_vast_xml_allowed,
  statusAsJson: isOption(options.status_format, 'json'),
  followRedirects: options.http_client.follow_redirects,
  measureByConsent: isOption(options.analytics.tcf, 'all'),
  syncRedirect: options.user_sync.redirect_url || undefined,
  responseShape: options.response.shape,
  eventDialect: options.event.rules,
  vtrackDialect: options.vtrack.rules,
  ttlDialect: options.cache.ttl_rule,
  fpdDialect: options.first_party_data,
});

/** Whether an option has this value; undefined if it is unset. */
const isOption = (value: string | undefined, wanted: string): boolean | undefined => (value === undefined ? undefined : value === wanted);

/** The rules of a host. */
export function resolveRules(options: HostOptions): Rules {
  const set = Object.fromEntries(Object.entries(chosen(options)).filter(([, value]) => value !== undefined)) as Partial<Rules>;
  return { ...RULES_BY_VARIANT[options.variant], ...set };
}

/** The options with the rules derived from them. */
export const withRules = (options: HostOptions): HostOptions & { readonly rules: Rules } => ({ ...options, rules: resolveRules(options) });
