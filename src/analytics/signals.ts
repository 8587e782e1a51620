/**
 * What the law and the user take from sinks, as they do from bidders (`analytics.honor_signals`; the two established servers leave this
 * to each sink): children, limited tracking and a US opt-out concern every sink, missing TCF consent those without a ground of their own.
 */
import type { Auction } from '#src/auction/auction.ts';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import { readNoSale } from '#src/auction/privacy/no-sale.ts';
import { privacySettings } from '#src/auction/privacy/settings.ts';
import { parseUsp } from '#src/auction/privacy/usp.ts';
import type { Services } from '#src/auction/services.ts';

const restricted: BidderPrivacy = { ...unlimited, mayPassIds: false, mayPassUfpd: false, mayPassEids: false, mayPassPreciseGeo: false };
const restrictedChild: BidderPrivacy = { ...restricted, emptiesGeo: true };

/** @param hasGround the sink has a vendor id or asks for consent itself, so that TCF is settled between it and the user */
export function signalPrivacy(auction: Auction, hasGround: boolean, { config }: Pick<Services, 'config'>): BidderPrivacy {
  const { privacyContext, request, account, channel, privacy } = auction;
  if (!config.analytics.honor_signals) return unlimited;
  // Refused before anybody looked at the signals: they may say anything.
  if (!privacyContext) return restricted;
  if (privacyContext.coppa) return restrictedChild;
  if (privacyContext.lmt) return restricted;
  if (privacyContext.usPrivacy !== '' && privacySettings(config, account).ccpa.isEnabled(channel)) {
    if (parseUsp(privacyContext.usPrivacy).optedOut && !readNoSale(request.ext).all) return restricted;
  }
  return privacyContext.gdprApplies && !hasGround ? mildest(privacy.values()) : unlimited;
}

/** What no bidder may have no other sink gets either. */
function mildest(decisions: Iterable<BidderPrivacy>): BidderPrivacy {
  const all = [...decisions];
  const some = (may: (decision: BidderPrivacy) => boolean): boolean => all.some(may);
  return {
    ...unlimited,
    mayPassIds: some(({ mayPassIds }) => mayPassIds),
    mayPassUfpd: some(({ mayPassUfpd, mayPassIds }) => mayPassUfpd && mayPassIds),
    mayPassEids: some(({ mayPassEids, mayPassIds }) => mayPassEids ?? mayPassIds),
    mayPassPreciseGeo: some(({ mayPassPreciseGeo }) => mayPassPreciseGeo),
  };
}

/** What both leave. */
export function both(a: BidderPrivacy, b: BidderPrivacy): BidderPrivacy {
  if (a === unlimited) return b;
  if (b === unlimited) return a;
  return {
    ...unlimited,
    mayPassIds: a.mayPassIds && b.mayPassIds,
    mayPassUfpd: a.mayPassUfpd && b.mayPassUfpd,
    mayPassEids: (a.mayPassEids ?? a.mayPassIds) && (b.mayPassEids ?? b.mayPassIds),
    mayPassPreciseGeo: a.mayPassPreciseGeo && b.mayPassPreciseGeo,
    emptiesGeo: a.emptiesGeo === true || b.emptiesGeo === true,
  };
}
