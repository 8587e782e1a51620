/** Expands the short form of a bidder's info. */
import type { BidderInfo, UserSyncInfo } from '../bidder.ts';

/** A bidder's info in its short form. */
export interface InfoSpec {
  /** The address of calls; `{{.Name}}` is replaced by `macros`. Empty: the host must configure it. */
  readonly endpoint?: string;
  readonly maintainer: string;
  readonly capabilities: BidderInfo['capabilities'];
  /** Id in the IAB's vendor list. */
  readonly vendorId?: number;
  /** OpenRTB version of the bidder; default 2.5, to which requests are down-converted. */
  readonly openrtb?: '2.5' | '2.6';
  readonly gpp?: boolean;
  /** false: the bidder receives each imp with one media type only. */
  readonly multiformat?: boolean;
  readonly compression?: 'gzip' | undefined;
  readonly geoscope?: readonly string[];
  readonly disabled?: boolean;
  readonly whiteLabelOnly?: boolean;
  readonly modifyingVastXmlAllowed?: boolean;
  readonly debugAllowed?: boolean;
  /** Currencies of its bids; default any. */
  readonly currencies?: readonly string[];
  readonly extraInfo?: string;
  readonly platformId?: string;
  readonly xapi?: BidderInfo['xapi'];
  readonly sync?: UserSyncInfo;
  /** Key of the user's ids if `sync` names none; default the code. */
  readonly syncKey?: string;
}

/** A bidder's info with the defaults of what its definition omits. */
export function toInfo(spec: InfoSpec): BidderInfo {
  return {
    endpoint: spec.endpoint ?? '',
    enabled: !spec.disabled,
    maintainer: spec.maintainer,
    capabilities: spec.capabilities,
    modifyingVastXmlAllowed: spec.modifyingVastXmlAllowed,
    debugAllowed: spec.debugAllowed ?? true,
    openrtb: {
      version: spec.openrtb ?? '2.5',
      gppSupported: spec.gpp ?? false,
      multiformatSupported: spec.multiformat ?? true,
    },
    openrtbDefaults: { version: spec.openrtb === undefined, multiformat: spec.multiformat === undefined },
    adsCert: false,
    whiteLabelOnly: spec.whiteLabelOnly ?? false,
    currencies: spec.currencies ?? [],
    tmaxDeductionMs: 0,
    gvlVendorId: spec.vendorId,
    geoscope: spec.geoscope,
    endpointCompression: spec.compression,
    extraInfo: spec.extraInfo,
    platformId: spec.platformId,
    xapi: spec.xapi,
    userSync: spec.sync,
    syncKey: spec.syncKey,
  };
}

/**
 * The info of an alias: its own fields, the rest from its core bidder. Never inherited: the vendor id, the geoscope and `whiteLabelOnly`;
 * of the syncs only the key, so that both share one entry of the user's ids.
 */
export function toAliasInfo(own: Partial<InfoSpec>, core: InfoSpec & { readonly code: string }): BidderInfo {
  const { vendorId: _, geoscope: __, whiteLabelOnly: ___, sync, ...shared } = core;
  const info = toInfo({ ...shared, ...(sync && { sync: { key: sync.key ?? core.code } }), ...own });
  return { ...info, aliasOf: core.code };
}
