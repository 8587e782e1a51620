/**
 * What privacy law and user choices withhold from sinks, as from bidders (`analytics.honor_signals`; the two established servers leave this
 * to each sink): children, limited tracking and a US opt-out affect every sink, missing TCF consent affects sinks without a legal basis of
 * their own.
 */
import type { Auction } from '#src/auction/auction.ts';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import { privacySettings } from '#src/auction/privacy/settings.ts';
import type { Services } from '#src/auction/services.ts';
import { readNoSale } from '#src/privacy/no-sale.ts';

const restricted: BidderPrivacy = { ...unlimited, mayPassIds: false, mayPassUfpd: false, mayPassEids: false, mayPassPreciseGeo: false };
const restrictedChild: BidderPrivacy = { ...restricted, emptiesGeo: true };

/** @param hasLegalBasis the sink has a vendor id or checks consent itself, so TCF is settled between it and the user */
export function signalPrivacy(auction: Auction, hasLegalBasis: boolean, services: Pick<Services, 'config'>): BidderPrivacy {
  const decision = decide(auction, hasLegalBasis, services);
  return decision === unlimited || !services.config.rules.masksProfiles ? decision : { ...decision, masksProfile: true };
}

function decide(auction: Auction, hasLegalBasis: boolean, { config }: Pick<Services, 'config'>): BidderPrivacy {
  const { privacyContext, request, account, requestType, privacy } = auction;
  if (!config.analytics.honor_signals) return unlimited;
  // Rejected before the signals were read: assume the strictest.
  if (!privacyContext) return restricted;
  if (privacyContext.coppa) return restrictedChild;
  if (privacyContext.lmt) return restricted;
  if (privacyContext.saleOptOut && privacySettings(config, account).ccpa.isEnabled(requestType)) {
    if (!readNoSale(request.ext).all) return restricted;
  }
  return privacyContext.gdprApplies && !hasLegalBasis ? mildest(privacy.values()) : unlimited;
}

/** Data that no bidder may receive is withheld from sinks too; a bidder that may not be called receives nothing. */
function mildest(decisions: Iterable<BidderPrivacy>): BidderPrivacy {
  const all = [...decisions].filter(({ mayCall }) => mayCall);
  const some = (may: (decision: BidderPrivacy) => boolean): boolean => all.some(may);
  return {
    ...unlimited,
    mayPassIds: some(({ mayPassIds }) => mayPassIds),
    mayPassUfpd: some(({ mayPassUfpd, mayPassIds }) => mayPassUfpd && mayPassIds),
    mayPassEids: some(({ mayPassEids, mayPassIds }) => mayPassEids ?? mayPassIds),
    mayPassPreciseGeo: some(({ mayPassPreciseGeo }) => mayPassPreciseGeo),
  };
}
