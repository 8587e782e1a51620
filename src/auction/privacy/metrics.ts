/** Metrics of privacy signals and blocked bidders. */

import { memo, memoByObject } from '#src/lang/memo.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import type { RequestType } from '../auction.ts';
import type { DecidedBidder, DecisionContext } from './decide.ts';
import type { BidderPrivacy } from './decision.ts';

interface PrivacyCounters {
  readonly ccpa: { readonly optedOut: Counter; readonly other: Counter };
  readonly coppa: Counter;
  readonly lmt: Counter;
  readonly tcf: { readonly v2: Counter; readonly err: Counter };
  readonly consents: { readonly valid: Counter; readonly invalid: Counter; readonly missing: Counter };
  blocked(bidder: string): Counter;
  scrubbed(bidder: string): Counter;
}

const SOURCE = { source: 'request' } as const;

function makeCounters(metrics: Metrics): PrivacyCounters {
  const perBidder = (name: string, help: string): ((bidder: string) => Counter) =>
    memo((bidder: string) => metrics.counter(name, help, { adapter: bidder }));
  const usp = (optOut: string) => metrics.counter('privacy_ccpa', 'Requests with a US Privacy string.', { ...SOURCE, opt_out: optOut });
  const tcf = (version: string) => metrics.counter('privacy_tcf', 'Requests with an enforced GDPR.', { ...SOURCE, version });
  const consents = (state: string) => metrics.counter('privacy_consent_strings', 'Requests by their TCF consent string.', { state });
  return {
    ccpa: { optedOut: usp('true'), other: usp('false') },
    coppa: metrics.counter('privacy_coppa', 'COPPA requests.', SOURCE),
    lmt: metrics.counter('privacy_lmt', 'Requests with limit ad tracking.', SOURCE),
    tcf: { v2: tcf('v2'), err: tcf('err') },
    consents: { valid: consents('valid'), invalid: consents('invalid'), missing: consents('missing') },
    blocked: perBidder('adapter_gdpr_requests_blocked', 'Bidder calls blocked for lack of consent.'),
    scrubbed: perBidder('adapter_buyeruids_scrubbed', 'Bidder calls whose buyeruid was removed.'),
  };
}

const countersOf = memoByObject(makeCounters);

/** Creates bidders' series before the first of them is blocked. */
export function nameBidders(metrics: Metrics, codes: readonly string[]): void {
  const { blocked, scrubbed } = countersOf(metrics);
  for (const code of codes) {
    blocked(code);
    scrubbed(code);
  }
}

/** Counts the signals of one request; consent only where the host enforces the GDPR for the type. */
export function countSignals(
  metrics: Metrics,
  { context, saleOptedOut, noSale, settings }: DecisionContext,
  requestType: RequestType,
): void {
  const counters = countersOf(metrics);
  if (context.usPrivacy !== '') (saleOptedOut && !noSale.all ? counters.ccpa.optedOut : counters.ccpa.other).add();
  if (context.coppa) counters.coppa.add();
  if (context.lmt) counters.lmt.add();
  if (settings.gdpr.isEnabled(requestType)) counters.consents[context.tcf ? 'valid' : context.consent === '' ? 'missing' : 'invalid'].add();
  if (context.gdprApplies) (context.tcf ? counters.tcf.v2 : counters.tcf.err).add();
}

const isTcfCall = (decision: BidderPrivacy): boolean => decision.reasons.some(({ rule, removes }) => rule === 'tcf' && removes === 'call');

/** Counts a blocked bidder. */
export function countDecision(metrics: Metrics, bidder: DecidedBidder, decision: BidderPrivacy): void {
  if (decision.reasons.length > 0 && !decision.mayCall && isTcfCall(decision)) countersOf(metrics).blocked(bidder.core).add();
}

/** Counts a bidder whose buyeruid was removed. @param core its code */
export const countScrubbed = (metrics: Metrics, core: string): void => countersOf(metrics).scrubbed(core).add();
