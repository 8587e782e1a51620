/** Host settings `adapters.<code>` laid over a bidder's facts. */
import type { AdapterOverride } from '#src/config/sections/bidders.ts';
import type { BidderFacts, SyncEndpoint, UserSyncFacts } from './bidder.ts';

type SyncOverride = NonNullable<AdapterOverride['usersync']>;
type EndpointOverride = NonNullable<SyncOverride['iframe']>;

/** The object without members that are undefined, so that spreading it overrides only what was said. */
function said<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Facts as this host wants them. */
export function withOverride(facts: BidderFacts, override: AdapterOverride | undefined): BidderFacts {
  if (!override) return facts;
  const compression = override.endpoint_compression?.toLowerCase();
  return {
    ...facts,
    ...said({
      endpoint: override.endpoint,
      enabled: override.enabled ?? (override.disabled === undefined ? undefined : !override.disabled),
      extraInfo: override.extra_info,
      platformId: override.platform_id,
      appSecret: override.app_secret,
      xapi: override.xapi,
      gvlVendorId: override.gvl_vendor_id,
      ccpaEnforced: override.pbs_enforces_ccpa,
      maintainer: override.maintainer?.email,
      capabilities: override.capabilities,
      modifyingVastXmlAllowed: override.modifying_vast_xml_allowed,
      debugAllowed: override.debug?.allow,
      whiteLabelOnly: override.white_label_only,
      currencies: override.currency_accepted,
      tmaxDeductionMs: override.tmax_deduction_ms,
      adsCert: override.experiment?.adscert.enabled,
    }),
    ...(compression === undefined ? {} : { endpointCompression: compression === 'gzip' ? 'gzip' : undefined }),
    openrtb: {
      ...facts.openrtb,
      ...said({
        version: override.openrtb?.version,
        gppSupported: override.openrtb?.gpp_supported,
        multiformatSupported: override.openrtb?.multiformat_supported,
      }),
    },
    userSync: withSync(facts.userSync, override.usersync),
  };
}

function withSync(sync: UserSyncFacts | undefined, override: SyncOverride | undefined): UserSyncFacts | undefined {
  if (!override) return sync;
  const { iframe, redirect } = override;
  return {
    ...sync,
    ...said({ key: override.key, default: override.default, supportCors: override.support_cors, enabled: override.enabled }),
    ...(iframe && { iframe: withEndpoint(sync?.iframe, iframe, override.external_url) }),
    ...(redirect && { redirect: withEndpoint(sync?.redirect, redirect, override.external_url) }),
    ...(override.skipwhen && { skipWhen: { gdpr: override.skipwhen.gdpr, gppSid: override.skipwhen.gpp_sid } }),
  };
}

const withEndpoint = (endpoint: SyncEndpoint | undefined, override: EndpointOverride, externalUrl: string | undefined): SyncEndpoint => ({
  ...endpoint,
  url: override.url,
  ...said({
    redirectUrl: override.redirect_url,
    externalUrl: override.external_url ?? externalUrl,
    userMacro: override.user_macro,
    formatOverride: override.format_override,
  }),
});
