/** One decision per bidder: every rule is evaluated, and each restriction of any of them applies. */

import { concernsSale, type NoSale } from '#src/privacy/no-sale.ts';
import type { ActivityRequest, Component } from './activities.ts';
import { type BidderPrivacy, type PrivacyContext, type PrivacyReason, unlimited } from './decision.ts';
import type { PrivacySettings } from './settings.ts';
import { allPermitted, auctionPermissions, type TcfLegalBasis, type TcfPermissions } from './tcf-permissions.ts';

/** The shared context of one auction's decisions. */
export interface DecisionContext {
  readonly settings: PrivacySettings;
  readonly context: PrivacyContext;
  /** Consent string and its vendor list; absent if either is missing. */
  readonly tcf: TcfLegalBasis | undefined;
  /** An opt-out of sale, on a request type that enforces it. */
  readonly saleOptedOut: boolean;
  readonly noSale: NoSale;
  /** Properties that activity rules can test. */
  readonly activityRequest: ActivityRequest;
  /** `ext.srv.createtids`: decides about transaction ids before any rule (Java variant). */
  readonly createsTids: boolean | undefined;
}

/** A bidder of the request. */
export interface DecidedBidder {
  /** Its name in the request. */
  readonly name: string;
  readonly core: string;
  /** Id in the vendor list; 0: none. */
  readonly gvlId: number;
  /** False: US Privacy is left to the bidder itself. */
  readonly ccpaEnforced?: boolean | undefined;
}

/** Complete reasons; they never differ between bidders, so one instance of each is enough. */
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

/** The restrictions of a general opt-out. */
const restriction = (rule: 'usp' | 'lmt' | 'coppa'): readonly PrivacyReason[] => [because(rule, 'ids'), because(rule, 'geo')];
const RESTRICTIONS = { usp: restriction('usp'), lmt: restriction('lmt'), coppa: restriction('coppa') } as const;

/** Decides for one bidder; pure. */
export function decideBidder(decisionContext: DecisionContext, bidder: DecidedBidder): BidderPrivacy {
  const { settings, context, noSale, createsTids } = decisionContext;
  const tcf = context.gdprApplies ? auctionPermissions(settings.tcf, decisionContext.tcf, bidder) : allPermitted;
  const sale = decisionContext.saleOptedOut && bidder.ccpaEnforced !== false && concernsSale(true, noSale, bidder.name);
  const isOptedOut = sale || context.lmt || context.coppa;
  if (tcf === allPermitted && !isOptedOut && settings.activities.isEmpty && createsTids !== false) return unlimited;
  return combine(decisionContext, decideActivities(decisionContext, bidder.name), tcf, sale);
}

/** @param sale whether an opt-out of sale affects the bidder */
function combine(
  { settings, context, createsTids }: DecisionContext,
  activities: ActivityDecisions,
  tcf: TcfPermissions,
  sale: boolean,
): BidderPrivacy {
  const { coppa, lmt } = context;
  const isOptedOut = sale || lmt || coppa;
  const reasons: PrivacyReason[] = [];
  const called = may(activities.fetchBids, REASONS.fetchBids, reasons);
  const bid = may(tcf.bid, REASONS.tcfCall, reasons);
  const ufpd = may(activities.ufpd, REASONS.transmitUfpd, reasons);
  const ids = may(tcf.ids, REASONS.tcfIds, reasons);
  if (!tcf.eids && (tcf.ids || tcf.exemptEids)) reasons.push(REASONS.tcfEids);
  const eids = may(activities.eids, REASONS.transmitEids, reasons);
  const geo = may(activities.geo, REASONS.transmitPreciseGeo, reasons);
  const tcfGeo = may(tcf.geo, REASONS.tcfGeo, reasons);
  if (sale) reasons.push(...RESTRICTIONS.usp);
  if (lmt) reasons.push(...RESTRICTIONS.lmt);
  if (coppa) reasons.push(...RESTRICTIONS.coppa);
  const mayPassTid = may(createsTids ?? activities.tid, createsTids === undefined ? REASONS.transmitTid : REASONS.createTids, reasons);
  return {
    mayCall: called && bid,
    mayPassIds: ids && !isOptedOut,
    mayPassUfpd: ufpd,
    mayPassEids: tcf.eids && eids && !isOptedOut,
    allowedEidSources: tcf.exemptEids && !tcf.eids && eids && !isOptedOut ? settings.tcf.eids.exceptions : undefined,
    mayPassPreciseGeo: geo && tcfGeo && !isOptedOut,
    emptiesGeo: coppa && !settings.masksProfiles,
    ...(settings.masksProfiles && { masksProfile: true }),
    mayPassTid,
    reasons,
  };
}

/** The permission; the reason is recorded if there is none. */
function may(permitted: boolean, reason: PrivacyReason, reasons: PrivacyReason[]): boolean {
  if (!permitted) reasons.push(reason);
  return permitted;
}

interface ActivityDecisions {
  readonly fetchBids: boolean;
  readonly ufpd: boolean;
  readonly eids: boolean;
  readonly geo: boolean;
  readonly tid: boolean;
}

const allAllowed: ActivityDecisions = { fetchBids: true, ufpd: true, eids: true, geo: true, tid: true };

function decideActivities({ settings: { activities }, activityRequest }: DecisionContext, name: string): ActivityDecisions {
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
