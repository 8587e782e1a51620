/** What the host says of all bidders (`adapter_defaults`), under what their files and their own settings say. */
import type { BidderInfo } from './bidder.ts';
import type { RegistrySettings } from './registry.ts';

/** The fields of `info` that the defaults decide. */
export function withDefaults(info: BidderInfo, { variant, adapter_defaults: defaults }: RegistrySettings): Partial<BidderInfo> {
  const { endpoint_compression: compression, ortb_version: version, ortb, pbs_enforces_ccpa: ccpaEnforced } = defaults ?? {};
  return {
    enabled: info.enabled && (defaults?.enabled ?? true),
    debugAllowed: info.debugAllowed && (defaults?.debug?.allow ?? true),
    modifyingVastXmlAllowed: info.modifyingVastXmlAllowed ?? defaults?.modifying_vast_xml_allowed ?? variant === 'java',
    endpointCompression: info.endpointCompression ?? (compression === 'gzip' ? 'gzip' : undefined),
    ccpaEnforced: info.ccpaEnforced ?? ccpaEnforced,
    openrtb: withOpenRtb(info, version, ortb?.multiformat_supported),
  };
}

/** What the bidder's file says stays. */
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
