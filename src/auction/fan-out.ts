/**
 * The `fanOut` state: one request per bidder, and the calls its adapter makes of it. From here on what is shared is never
 * written to.
 */

import { bidderRequestHooks } from '#src/modules/stages/bidder-request.ts';
import type { BidRequest, Imp } from '#src/wire/ortb.ts';
import type { Auction } from './auction.ts';
import { defaultDsa } from './enrich/dsa.ts';
import { buildRequest } from './fan-out/build.ts';
import { isForLineItemsOnly } from './fan-out/deals-only.ts';
import { NON_BID } from './fan-out/filter.ts';
import { type Called, whoIs } from './fan-out/identity.ts';
import { inRandomOrder } from './fan-out/order.ts';
import { type Plan, planFanOut } from './fan-out/plan.ts';
import { type ImpShare, splitImps } from './fan-out/split.ts';
import { liveImps } from './fan-out/stored-imps.ts';
import { leaveOut, type Prepared, toTask } from './fan-out/task.ts';
import { answerUncallable } from './fan-out/uncallable.ts';
import { OWN, WARN } from './findings.ts';
import type { Services } from './services.ts';
import { checkChangedImp } from './validate/imps.ts';

/** Fills `auction.tasks`; says in findings and non-bids what was left out and why. Waits only where a module does. */
export function fanOut(auction: Auction, services: Services): void | Promise<void> {
  if (auction.wholeStoredResponse) return;
  // Whether GDPR applies is known only since `privacy`.
  defaultDsa(auction.request, auction.account.privacy.dsa, auction.privacyContext?.gdprApplies ?? false);
  const plan = planFanOut(auction, services);
  const prepared = bidderRequestHooks(plan, prepareRequests(plan));
  if (prepared instanceof Promise) return prepared.then((later) => makeTasks(plan, later));
  makeTasks(plan, prepared);
}

function makeTasks(plan: Plan, all: readonly Prepared[]): void {
  const { auction, services } = plan;
  auction.tasks.push(
    ...inRandomOrder(
      all.map((prepared) => toTask(plan, prepared)),
      services.random,
    ),
  );
}

/** The requests of all bidders that may be called. An imp that a publisher's own change spoils refuses the auction. */
export function prepareRequests(plan: Plan): Prepared[] {
  const { auction, services } = plan;
  const live = liveImps(auction.request.imp, auction.storedAuctionResponses);
  const recheck = (imp: Imp, index: number): string | undefined => checkChangedImp(imp, index, services.dialect.imp);
  const byBidder = splitImps(live, services.config.bidder_request_members, recheck, services.dialect.fanOut.unchangedImp(auction.findings));
  if (typeof byBidder === 'string') {
    auction.refusal = { kind: 'failed', messages: [byBidder] };
    return [];
  }
  const prepared: Prepared[] = [];
  const names = { bidders: services.bidders, aliases: auction.aliases };
  for (const [bidder, shares] of byBidder) {
    const called = whoIs(bidder, names);
    const request = called && requestFor(plan, called, shares);
    if (request) prepared.push({ called, request });
    else if (!called) answerUncallable(auction, services, bidder, impIds(shares));
  }
  return prepared;
}

/** One bidder's request; undefined where it must not or need not be called. */
function requestFor(plan: Plan, called: Called, shares: readonly ImpShare[]): BidRequest | undefined {
  const { auction } = plan;
  const { bidder, known } = called;
  const decision = auction.privacy.get(bidder);
  // Who may not be called was told of by the privacy state.
  if (decision?.mayCall === false) return undefined;
  // Without a decision nobody has said that the user's data may go there.
  if (!decision) {
    auction.findings.warn(OWN, WARN.blockedByPrivacy, `bidder "${known.code}" blocked by privacy settings`);
    leaveOut(auction, bidder, impIds(shares), NON_BID.privacy);
    return undefined;
  }
  const asked = shares.filter(({ params }) => !isForLineItemsOnly(params));
  if (asked.length === shares.length) return buildRequest(plan, called, shares, decision);
  leaveOut(auction, bidder, impIds(shares.filter(({ params }) => isForLineItemsOnly(params))), NON_BID.general);
  return asked.length === 0 ? undefined : buildRequest(plan, called, asked, decision);
}

const impIds = (shares: readonly ImpShare[]): string[] => shares.map(({ imp }) => imp.id);
