/** How often privacy signals are met and bidders are held back (names of info-admin-analytics.md section 10). */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { Counter, Metrics } from '#src/outside/metrics.ts';
import { buyerUidFor, readBuyerUids } from '../fan-out/buyer-uid.ts';
import type { DecidedBidder, DecisionGround } from './decide.ts';
import type { BidderPrivacy } from './decision.ts';

interface PrivacyCounters {
  readonly ccpa: { readonly optedOut: Counter; readonly other: Counter };
  readonly coppa: Counter;
  readonly lmt: Counter;
  readonly tcf: { readonly v2: Counter; readonly err: Counter };
  blocked(bidder: string): Counter;
  scrubbed(bidder: string): Counter;
}

const SOURCE = { source: 'request' } as const;

function makeCounters(metrics: Metrics): PrivacyCounters {
  const perBidder = (name: string, help: string): ((bidder: string) => Counter) => {
    const known = new Map<string, Counter>();
    return (bidder) => {
      const counter = known.get(bidder) ?? metrics.counter(name, help, { adapter: bidder });
      known.set(bidder, counter);
      return counter;
    };
  };
  const usp = (optOut: string) => metrics.counter('privacy_ccpa', 'Requests with a US Privacy string.', { ...SOURCE, opt_out: optOut });
  const tcf = (version: string) => metrics.counter('privacy_tcf', 'Requests the GDPR is enforced for.', { ...SOURCE, version });
  return {
    ccpa: { optedOut: usp('true'), other: usp('false') },
    coppa: metrics.counter('privacy_coppa', 'Requests about children.', SOURCE),
    lmt: metrics.counter('privacy_lmt', 'Requests with limited ad tracking.', SOURCE),
    tcf: { v2: tcf('v2'), err: tcf('err') },
    blocked: perBidder('adapter_gdpr_requests_blocked', 'Bidder calls not made for want of consent.'),
    scrubbed: perBidder('adapter_buyeruids_scrubbed', 'Bidder calls made without the buyer id there was.'),
  };
}

const made = new WeakMap<Metrics, PrivacyCounters>();

function countersOf(metrics: Metrics): PrivacyCounters {
  const known = made.get(metrics);
  if (known) return known;
  const counters = makeCounters(metrics);
  made.set(metrics, counters);
  return counters;
}

/** Gives bidders their series before the first of them is held back. */
export function nameBidders(metrics: Metrics, codes: readonly string[]): void {
  const { blocked, scrubbed } = countersOf(metrics);
  for (const code of codes) {
    blocked(code);
    scrubbed(code);
  }
}

/** Counts what one request signalled. */
export function countSignals(metrics: Metrics, { context, saleOptedOut, noSale }: DecisionGround): void {
  const counters = countersOf(metrics);
  if (context.usPrivacy !== '') (saleOptedOut && !noSale.all ? counters.ccpa.optedOut : counters.ccpa.other).add();
  if (context.coppa) counters.coppa.add();
  if (context.lmt) counters.lmt.add();
  if (context.gdprApplies) (context.tcf ? counters.tcf.v2 : counters.tcf.err).add();
}

const isTcfCall = (decision: BidderPrivacy): boolean => decision.reasons.some(({ rule, removes }) => rule === 'tcf' && removes === 'call');

/** Whether the bidder would get an id: the request's, the publisher's for it, or the cookie's. */
function hasBuyerUid({ name, core }: DecidedBidder, { request, uids }: Auction, { bidders }: Services): boolean {
  if (request.user?.buyeruid) return true;
  const known = bidders.known(core);
  const given = readBuyerUids(request.user);
  return known !== undefined && !(given instanceof Error) && buyerUidFor({ bidder: name, known }, given, uids) !== undefined;
}

/** Counts a bidder held back, or one that loses the id it had. */
export function countDecision(services: Services, bidder: DecidedBidder, decision: BidderPrivacy, auction: Auction): void {
  if (decision.reasons.length === 0) return;
  const counters = countersOf(services.metrics);
  if (!decision.mayCall && isTcfCall(decision)) counters.blocked(bidder.core).add();
  const losesIds = decision.mayCall && !(decision.mayPassIds && decision.mayPassUfpd);
  if (losesIds && hasBuyerUid(bidder, auction, services)) counters.scrubbed(bidder.core).add();
}
