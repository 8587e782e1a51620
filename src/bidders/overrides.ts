/** Applies the host settings `adapters.<code>` to a bidder's info. */
import type { AdapterOverride } from '#src/config/sections/bidders.ts';
import type { BidderInfo, SyncEndpoint, UserSyncInfo } from './bidder.ts';

type SyncOverride = NonNullable<AdapterOverride['usersync']>;
type EndpointOverride = NonNullable<SyncOverride['iframe']>;

/** The object without undefined fields, so that a spread overrides only set fields. */
function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Empty values override nothing, in either variant. */
const filled = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(defined(value)).filter(([, value]) => value !== '')) as { [K in keyof T]?: Exclude<T[K], undefined> };

const NO_XAPI = { username: '', password: '', tracker: '' };

/** A bidder's info with this host's overrides. */
export function withOverride(info: BidderInfo, override: AdapterOverride | undefined): BidderInfo {
  if (!override) return info;
  const compression = override.endpoint_compression?.toLowerCase() || undefined;
  return {
    ...info,
    ...filled({
      endpoint: override.endpoint,
      extraInfo: override.extra_info,
      platformId: override.platform_id,
      appSecret: override.app_secret,
      xapi: override.xapi && { ...NO_XAPI, ...info.xapi, ...filled(override.xapi) },
      gvlVendorId: override.gvl_vendor_id || undefined,
    }),
    ...defined({
      enabled: override.enabled ?? (override.disabled === undefined ? undefined : !override.disabled),
      ccpaEnforced: override.pbs_enforces_ccpa,
      maintainer: override.maintainer?.email,
      capabilities: override.capabilities,
      modifyingVastXmlAllowed: override.modifying_vast_xml_allowed,
      debugAllowed: override.debug?.allow,
      whiteLabelOnly: override.white_label_only,
      currencies: override.currency_accepted,
      tmaxDeductionMs: override.tmax_deduction_ms,
      adsCert: override.experiment?.adscert.enabled,
      previousAuctionInfo: override.previous_auction_info,
    }),
    ...(compression === undefined ? {} : { endpointCompression: compression === 'gzip' ? 'gzip' : undefined }),
    openrtb: {
      ...info.openrtb,
      ...defined({
        version: override.openrtb?.version,
        gppSupported: override.openrtb?.gpp_supported,
        multiformatSupported: override.openrtb?.multiformat_supported,
        downgrade: override.openrtb?.downgrade,
      }),
    },
    userSync: withSync(info.userSync, override.usersync),
  };
}

/** Field by field: a host may override only the macro or the base of the redirect. */
function withSync(sync: UserSyncInfo | undefined, override: SyncOverride | undefined): UserSyncInfo | undefined {
  if (!override) return sync;
  const { iframe, redirect, skipwhen } = override;
  return {
    ...sync,
    ...filled({
      key: override.key,
      default: override.default,
      externalUrl: override.external_url,
      enabled: override.enabled,
      formatOverride: override.format_override && FORMATS[override.format_override],
    }),
    ...(iframe && { iframe: withEndpoint(sync?.iframe, iframe) }),
    ...(redirect && { redirect: withEndpoint(sync?.redirect, redirect) }),
    ...(skipwhen && { skipWhen: { gdpr: skipwhen.gdpr, gppSid: skipwhen.gpp_sid?.map(String) } }),
  };
}

const FORMATS = { b: 'b', i: 'i', blank: 'b', pixel: 'i' } as const;

const withEndpoint = (endpoint: SyncEndpoint | undefined, override: EndpointOverride): SyncEndpoint => ({
  ...endpoint,
  url: override.url || endpoint?.url || '',
  ...filled({
    redirectUrl: override.redirect_url,
    externalUrl: override.external_url,
    userMacro: override.user_macro,
    formatOverride: override.format_override && FORMATS[override.format_override],
  }),
});
