/** The stage of each bidder's own request, before its adapter runs. Bidders do not wait for each other's hooks. */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import { WARN } from '#src/auction/diagnostics.ts';
import type { Plan } from '#src/auction/fan-out/plan.ts';
import { type Prepared, recordNonBids } from '#src/auction/fan-out/task.ts';
import { biddersDeadline } from '#src/auction/fan-out/tmax.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { maskRequest } from '#src/auction/privacy/mask.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { isPlanned, openCall } from '../open-call.ts';
import type { Rejection } from '../outcome.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';
import { requestErrorOf, requestView } from './processed-request.ts';

/** The requests after hooks, without those of rejected bidders. */
export function bidderRequestHooks(plan: Plan, all: readonly Prepared[]): MaybeLater<readonly Prepared[]> {
  if (!isPlanned(plan.auction, plan.services, 'bidder_request')) return all;
  const ends = all.map((prepared) => hookOne(plan, prepared));
  if (!ends.some((end) => end instanceof Promise)) return (ends as (Prepared | undefined)[]).filter(isThere);
  return Promise.all(ends.map((end) => Promise.resolve(end))).then((later) => later.filter(isThere));
}

const isThere = (prepared: Prepared | undefined): prepared is Prepared => prepared !== undefined;

function hookOne(plan: Plan, prepared: Prepared): MaybeLater<Prepared | undefined> {
  const { auction, services, stored } = plan;
  const { called, request } = prepared;
  const responded = stored.get(called.bidder);
  // A bidder with only stored responses is sent nothing.
  if (responded && request.imp.every(({ id }) => responded.impIds.has(id))) return prepared;
  const call = openCall<BidRequest>(auction, services, 'bidder_request', {
    error: requestErrorOf(services),
    view: requestView(auction, services),
    bidder: called.bidder,
    info: called.known.info,
    deadlineAt: biddersDeadline(auction, services.config),
  });
  if (!call) return prepared;
  const noted = auction.nonBids.length;
  const end = runStage(call, request);
  return end instanceof Promise ? end.then((later) => take(plan, prepared, later, noted)) : take(plan, prepared, end, noted);
}

function take(plan: Plan, prepared: Prepared, end: StageEnd<BidRequest>, noted: number): Prepared | undefined {
  const { payload, rejection } = end;
  if (rejection) return reject(plan, prepared, rejection);
  if (payload === prepared.request) return prepared;
  reportRemoved(plan.auction, prepared, payload, noted);
  return { ...prepared, request: maskedAgain(plan.auction, prepared.called.bidder, payload) };
}

/** A module may have seen in an earlier stage what the bidder may not receive. */
function maskedAgain({ privacy, account }: Auction, bidder: string, request: BidRequest): BidRequest {
  const decision = privacy.get(bidder);
  return decision ? maskRequest(request, decision, account) : request;
}

/** Imps removed by a module, except those with a reason of its own. */
function reportRemoved(auction: Auction, { called: { bidder }, request }: Prepared, left: BidRequest, noted: number): void {
  const known = new Set(left.imp.map(({ id }) => id));
  for (const { seat, impId } of auction.nonBids.slice(noted)) if (seat === bidder) known.add(impId);
  const removed = request.imp.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  recordNonBids(auction, bidder, removed, NON_BID.optimised);
}

/** The bidder counts as called without bids. */
function reject({ auction, services }: Plan, { called: { bidder, known }, request }: Prepared, { message }: Rejection): undefined {
  if (services.dialect.hooks.warnsOfRejections) auction.diagnostics.warn(bidder, WARN.moduleRejection, message);
  const ids = request.imp.map(({ id }) => id);
  recordNonBids(auction, bidder, ids, NON_BID.general);
  const outcome: BidderOutcome = { bidder, core: known.code, kind: 'rejected', ms: 0, calls: [] };
  auction.outcomes.push(outcome);
}
