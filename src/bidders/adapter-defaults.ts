/** Host defaults for all bidders (`adapter_defaults`); bidder files and bidder settings override them. */
import type { Rules } from '#src/config/rule-set.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { BidderInfo } from './bidder.ts';

/** The fields of `info` with values from the defaults. */
export function withDefaults(info: BidderInfo, { rules, adapter_defaults: defaults }: RegistrySettings): Partial<BidderInfo> {
  const { endpoint_compression: compression, ortb_version: version, ortb, pbs_enforces_ccpa: ccpaEnforced } = defaults ?? {};
  return {
    enabled: info.enabled && (defaults?.enabled ?? true),
    debugAllowed: info.debugAllowed && (defaults?.debug?.allow ?? true),
    modifyingVastXmlAllowed: info.modifyingVastXmlAllowed ?? rules.allowVastChanges,
    endpointCompression: info.endpointCompression ?? (compression === 'gzip' ? 'gzip' : undefined),
    ccpaEnforced: info.ccpaEnforced ?? ccpaEnforced,
    openrtb: withOpenRtb(info, version, ortb?.multiformat_supported),
  };
}

/** The bidder's file takes precedence. */
function withOpenRtb(
  { openrtb, openrtbDefaults }: BidderInfo,
  version: '2.5' | '2.6' | undefined,
  multiformatSupported: boolean | undefined,
): BidderInfo['openrtb'] {
  return {
    ...openrtb,
    ...(openrtbDefaults?.version && version !== undefined && { version }),
    ...(openrtbDefaults?.multiformat && multiformatSupported !== undefined && { multiformatSupported }),
  };
}

/** The host's settings for the registry. */
export type RegistrySettings = Pick<HostConfig, 'adapters' | 'external_url' | 'datacenter'> & {
  readonly gdpr: { readonly host_vendor_id: number };
  readonly rules: Pick<Rules, 'adapterDialect' | 'javaBidderCodes' | 'allowVastChanges'>;
} & Partial<Pick<HostConfig, 'adapter_defaults'>>;
