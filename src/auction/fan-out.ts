/**
 * The `fanOut` state: one request per bidder, and the calls its adapter makes of it. From here on shared data is never modified.
 * Page: docs/stages/fan-out.md.
 */

import { after } from '#src/lang/later.ts';
import { bidderRequestHooks } from '#src/modules/stages/bidder-request.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from './auction.ts';
import { OWN, WARN } from './diagnostics.ts';
import { defaultDsa } from './enrich/dsa.ts';
import { buildRequest } from './fan-out/build.ts';
import { isPgDealsOnly } from './fan-out/deals-only.ts';
import { type Called, whoIs } from './fan-out/identity.ts';
import { inRandomOrder } from './fan-out/order.ts';
import { type Plan, planFanOut } from './fan-out/plan.ts';
import { withPreviousAuctions } from './fan-out/previous-auctions.ts';
import { type ImpShare, splitImps } from './fan-out/split.ts';
import { liveImps } from './fan-out/stored-imps.ts';
import { type Prepared, recordNonBids, toTask } from './fan-out/task.ts';
import { reportUncallable } from './fan-out/uncallable.ts';
import { NON_BID } from './non-bid.ts';
import type { Services } from './services.ts';
import { checkChangedImp } from './validate/imps.ts';

/** Fills `auction.tasks`; records errors and non-bids for bidders that are left out. Waits only for a module or the store of previous auctions. */
export function fanOut(auction: Auction, services: Services): void | Promise<void> {
  if (auction.fullStoredResponse) return;
  // Whether the GDPR applies is known only since `privacy`.
  defaultDsa(auction.request, auction.account.privacy.dsa, auction.privacyContext?.gdprApplies ?? false);
  const plan = planFanOut(auction, services);
  const hooked = bidderRequestHooks(plan, prepareRequests(plan));
  const prepared = after(hooked, (requests) => withPreviousAuctions(plan, requests));
  // Nobody needs the calls of an auction whose client has disconnected.
  if (prepared instanceof Promise) return prepared.then((later) => (auction.rejection ? undefined : makeTasks(plan, later)));
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

/** The requests of all callable bidders. A publisher's imp patch that produces an invalid imp rejects the auction. */
function prepareRequests(plan: Plan): Prepared[] {
  const { auction, services } = plan;
  const live = liveImps(auction.request.imp, auction.storedAuctionResponses);
  const check = (imp: Imp, index: number): string | undefined => checkChangedImp(imp, index, services.dialect.imp);
  const { bidderNamesInAnyCase: anyCase, unchangedImp } = services.dialect.fanOut;
  const patches = { anyCase, onSkipped: unchangedImp(auction.diagnostics) };
  const split = splitImps(live, services.config.bidder_request_fields, check, patches);
  if ('error' in split) {
    auction.rejection = { kind: 'failed', messages: [split.error] };
    return [];
  }
  const prepared: Prepared[] = [];
  const names = { bidders: services.bidders, aliases: auction.aliases };
  for (const [bidder, shares] of split.value) {
    const called = whoIs(bidder, names);
    const request = called && requestFor(plan, called, shares);
    if (request) prepared.push({ called, request });
    else if (!called) reportUncallable(auction, services, bidder, impIds(shares));
  }
  return prepared;
}

/** One bidder's request; undefined if it must not or need not be called. */
function requestFor(plan: Plan, called: Called, shares: readonly ImpShare[]): BidRequest | undefined {
  const { auction } = plan;
  const { bidder, known } = called;
  const decision = auction.privacy.get(bidder);
  // The privacy state has already reported a blocked bidder.
  if (decision?.mayCall === false) return undefined;
  // Without a decision nothing permits sending the user's data.
  if (!decision) {
    auction.diagnostics.warn(OWN, WARN.blockedByPrivacy, `bidder "${known.code}" blocked by privacy settings`);
    recordNonBids(auction, bidder, impIds(shares), NON_BID.privacy);
    return undefined;
  }
  const dealsOnly = shares.filter(({ params }) => isPgDealsOnly(params));
  if (dealsOnly.length === 0) return buildRequest(plan, called, shares, decision);
  recordNonBids(auction, bidder, impIds(dealsOnly), NON_BID.general);
  const callableShares = shares.filter((share) => !dealsOnly.includes(share));
  return callableShares.length === 0 ? undefined : buildRequest(plan, called, callableShares, decision);
}

const impIds = (shares: readonly ImpShare[]): string[] => shares.map(({ imp }) => imp.id);
