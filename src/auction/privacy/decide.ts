/** One decision a bidder: every rule is asked, and what any of them takes away is gone (privacy.md sections 2 and 3). */
import type { ActivityRequest, Component } from './activities.ts';
import { type BidderPrivacy, type PrivacyContext, type PrivacyReason, unlimited } from './decision.ts';
import { concernsSale, type NoSale } from './no-sale.ts';
import type { PrivacySettings } from './settings.ts';
import { allPermitted, auctionPermissions, type TcfGround } from './tcf-permissions.ts';

/** What the decisions of one auction have in common. */
export interface DecisionGround {
  readonly settings: PrivacySettings;
  readonly context: PrivacyContext;
  /** Consent string and its list; absent where there is none to go by. */
  readonly tcf: TcfGround | undefined;
  /** A sale opted out of, on a channel where that is enforced. */
  readonly saleOptedOut: boolean;
  readonly noSale: NoSale;
  /** What activity rules may ask. */
  readonly activityRequest: ActivityRequest;
  /** `ext.srv.createtids`: decides about transaction ids before any rule (Java variant). */
  readonly createsTids: boolean | undefined;
}

/** A bidder of the request. */
export interface DecidedBidder {
  /** As the request calls it. */
  readonly name: string;
  readonly core: string;
  /** In the vendor list; 0: none. */
  readonly gvlId: number;
  /** False: US Privacy is left to the bidder itself. */
  readonly ccpaEnforced?: boolean | undefined;
}

/** Reasons in full; they never differ between bidders, so one of each is enough. */
const because = (rule: PrivacyReason['rule'], removes: PrivacyReason['removes'], detail?: string): PrivacyReason =>
  Object.freeze({ rule, removes, detail });

const REASONS = {
  fetchBids: because('activity', 'call', 'fetchBids'),
  transmitUfpd: because('activity', 'ufpd', 'transmitUfpd'),
  transmitEids: because('activity', 'eids', 'transmitEids'),
  transmitPreciseGeo: because('activity', 'geo', 'transmitPreciseGeo'),
  transmitTid: because('activity', 'tid', 'transmitTid'),
  createTids: because('activity', 'tid', 'ext.srv.createtids'),
  tcfCall: because('tcf', 'call', 'purpose 2'),
  tcfIds: because('tcf', 'ids', 'purposes 2 to 10'),
  tcfEids: because('tcf', 'eids', 'purpose 4'),
  tcfGeo: because('tcf', 'geo', 'special feature 1'),
} as const;

/** What an opt-out as a whole takes away. */
const restriction = (rule: 'usp' | 'lmt' | 'coppa'): readonly PrivacyReason[] => [because(rule, 'ids'), because(rule, 'geo')];
const RESTRICTIONS = { usp: restriction('usp'), lmt: restriction('lmt'), coppa: restriction('coppa') } as const;

/** Decides about one bidder; pure. */
export function decideBidder(ground: DecisionGround, bidder: DecidedBidder): BidderPrivacy {
  const { settings, context } = ground;
  const tcf = context.gdprApplies ? auctionPermissions(settings.tcf, ground.tcf, bidder) : allPermitted;
  const sale = ground.saleOptedOut && bidder.ccpaEnforced !== false && concernsSale(true, ground.noSale, bidder.name);
  const isRestricted = sale || context.lmt || context.coppa;
  if (tcf === allPermitted && !isRestricted && settings.activities.isEmpty && ground.createsTids !== false) return unlimited;

  const reasons: PrivacyReason[] = [];
  const may = (permitted: boolean, reason: PrivacyReason): boolean => {
    if (!permitted) reasons.push(reason);
    return permitted;
  };
  const { fetchBids, ufpd, eids, geo, tid } = askActivities(ground, bidder.name);
  const called = may(fetchBids, REASONS.fetchBids);
  const bid = may(tcf.bid, REASONS.tcfCall);
  const ufpdPassed = may(ufpd, REASONS.transmitUfpd);
  const ids = may(tcf.ids, REASONS.tcfIds);
  const tcfEids = tcf.eids || !tcf.ids || may(false, REASONS.tcfEids);
  const eidsPassed = may(eids, REASONS.transmitEids);
  const activityGeo = may(geo, REASONS.transmitPreciseGeo);
  const tcfGeo = may(tcf.geo, REASONS.tcfGeo);
  if (sale) reasons.push(...RESTRICTIONS.usp);
  if (context.lmt) reasons.push(...RESTRICTIONS.lmt);
  if (context.coppa) reasons.push(...RESTRICTIONS.coppa);
  return {
    mayCall: called && bid,
    mayPassIds: ids && !isRestricted,
    mayPassUfpd: ufpdPassed,
    mayPassEids: ids && tcfEids && eidsPassed && !isRestricted,
    keptEidSources: ids && !tcfEids && eidsPassed && !isRestricted ? settings.tcf.eids.exceptions : undefined,
    mayPassPreciseGeo: activityGeo && tcfGeo && !isRestricted,
    emptiesGeo: context.coppa,
    mayPassTid: may(ground.createsTids ?? tid, ground.createsTids === undefined ? REASONS.transmitTid : REASONS.createTids),
    reasons,
  };
}

interface ActivityAnswers {
  readonly fetchBids: boolean;
  readonly ufpd: boolean;
  readonly eids: boolean;
  readonly geo: boolean;
  readonly tid: boolean;
}

const allAllowed: ActivityAnswers = { fetchBids: true, ufpd: true, eids: true, geo: true, tid: true };

function askActivities({ settings: { activities }, activityRequest }: DecisionGround, name: string): ActivityAnswers {
  if (activities.isEmpty) return allAllowed;
  const component: Component = { type: 'bidder', name };
  return {
    fetchBids: activities.isAllowed('fetchBids', component, activityRequest),
    ufpd: activities.isAllowed('transmitUfpd', component, activityRequest),
    eids: activities.isAllowed('transmitEids', component, activityRequest),
    geo: activities.isAllowed('transmitPreciseGeo', component, activityRequest),
    tid: activities.isAllowed('transmitTid', component, activityRequest),
  };
}
