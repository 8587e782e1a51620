/** A bidder's facts in full, from the short form of its file. */
import type { BidderFacts } from '../bidder.ts';
import type { FactSpec } from './spec.ts';

export function toFacts(spec: FactSpec): BidderFacts {
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
 * The facts of a bidder under another name: its own, the rest from its core bidder. Never taken over: the vendor id, the
 * geoscope and `whiteLabelOnly`; of the syncs only the key, so that both share one entry of the user's ids.
 */
export function toAliasFacts(own: Partial<FactSpec>, core: FactSpec & { readonly code: string }): BidderFacts {
  const { vendorId: _, geoscope: __, whiteLabelOnly: ___, sync, ...shared } = core;
  const facts = toFacts({ ...shared, ...(sync && { sync: { key: sync.key ?? core.code } }), ...own });
  return { ...facts, aliasOf: core.code };
}
