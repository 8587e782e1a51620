/** Prepares one bidder's task: its request is filtered, down-converted to its version, and made into calls by its adapter. */

import type { BidderError, BidderInfo, Call, RequestInfo } from '#src/bidders/bidder.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { downConvert } from '#src/openrtb/versions.ts';
import type { Auction } from '../auction.ts';
import type { BidderTask } from '../bidder-task.ts';
import { NON_BID } from '../non-bid.ts';
import type { Services } from '../services.ts';
import { makeCalls, NO_TIME, uncalled, withReason } from './calls.ts';
import { filterRequest, type Sendable } from './filter.ts';
import type { Called } from './identity.ts';
import { isMediaType, preferredMediaType } from './multi-format.ts';
import type { Plan } from './plan.ts';
import { liveImps } from './stored-imps.ts';
import { isTooShort, remainingMs } from './tmax.ts';

/** One bidder's request before its adapter runs. */
export interface Prepared {
  readonly called: Called;
  readonly request: BidRequest;
}

const NO_RESPONSES: BidderTask['storedResponses'] = [];
const NO_IMPS: Sendable = { imps: [], notes: [], code: NON_BID.general };

/** Records errors and non-bids for the parts of the request that are not sent. */
export function toTask(plan: Plan, { called, request }: Prepared): BidderTask {
  const { auction, services } = plan;
  const { bidder, known } = called;
  const { info: bidderInfo, adapter } = known;
  // Modules may have taken some of the time. The request is the bidder's own.
  const tmax = services.dialect.fanOut.tmax(request.tmax, plan, bidderInfo.tmaxDeductionMs);
  if (tmax !== undefined) request.tmax = tmax;
  const ownStored = plan.stored.get(bidder);
  const storedBids = plan.storedReplacesCall ? undefined : ownStored;
  const live = storedBids ? liveImps(request.imp, storedBids.impIds) : request.imp;
  const preferred = preferredOf(plan, called);
  // No bidder is called if all responses are stored.
  const { imps, notes, code } = live.length === 0 ? NO_IMPS : filterRequest(request, live, called, preferred, services);
  reportErrors(auction, bidder, notes);
  if (imps.length < live.length) recordNonBids(auction, bidder, missing(live, imps), code);
  const sent = inOwnVersion(imps === request.imp ? request : { ...request, imp: imps }, bidderInfo, services.config);
  const info = isMediaType(preferred) ? { ...plan.info, preferredMediaType: preferred } : plan.info;
  const calls = sent.imp.length === 0 ? [] : callsOf(plan, called, sent, info, notes.length > 0);
  const replaced =
    plan.storedReplacesCall && calls.length === 1 ? ownStored?.responses.map((each) => ({ ...each, call: calls[0] })) : undefined;
  return {
    bidder,
    core: known.code,
    info: bidderInfo,
    adapter,
    // Stored responses are read with the imps they belong to.
    request: storedBids ? { ...sent, imp: [...sent.imp, ...request.imp.filter(({ id }) => storedBids.impIds.has(id))] } : sent,
    impIds: request.imp.map(({ id }) => id),
    // A stored response stands for one call; several are made.
    calls: replaced ? [] : calls,
    storedResponses: replaced ?? storedBids?.responses ?? NO_RESPONSES,
    timeoutMs: services.dialect.fanOut.timeoutMs(plan, request.tmax),
  };
}

/** The request in the OpenRTB version of the bidder. */
function inOwnVersion(request: BidRequest, { openrtb }: BidderInfo, config: Services['config']): BidRequest {
  const { version, gppSupported, downgrade = config.openrtb.downgrade } = openrtb;
  if (version === '2.6') return request;
  return downConvert(request, downgrade, { gpp: gppSupported, rewarded: config.rules.retainsRewarded });
}

function preferredOf({ srv, auction }: Plan, { bidder, known }: Called): string | undefined {
  if (known.info.openrtb.multiformatSupported) return undefined;
  return preferredMediaType(srv.biddercontrols, auction.account.preferredmediatype, bidder);
}

function missing(before: readonly Imp[], after: readonly Imp[]): string[] {
  const left = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !left.has(id)).map(({ id }) => id);
}

/** @param reported the request already has an error, so an empty result needs none of its own */
function callsOf(plan: Plan, called: Called, sent: BidRequest, info: RequestInfo, reported: boolean): readonly Call[] {
  const { bidder } = called;
  const { auction, services, adjustments } = plan;
  const impIds = sent.imp.map(({ id }) => id);
  const made = makeCalls(called, sent, info, services.log);
  const { calls, errors } = reported ? made : withReason(made);
  reportErrors(auction, bidder, errors);
  recordNonBids(auction, bidder, uncalled(impIds, calls), NON_BID.general);
  if (!adjustments || !isTooShort(remainingMs(plan), adjustments)) return calls;
  for (const call of calls) {
    reportErrors(auction, bidder, [NO_TIME]);
    recordNonBids(auction, bidder, call.impIds, NON_BID.error);
  }
  return [];
}

/** Records the errors about a bidder's request under its name in this request. */
function reportErrors({ diagnostics }: Auction, bidder: string, notes: readonly BidderError[]): void {
  for (const { code, message, warning, panic } of notes) {
    if (warning) diagnostics.warn(bidder, code, message);
    else diagnostics.error(bidder, code, message, panic ? { panic } : undefined);
  }
}

/** Records that a bidder has no bids for these imps. */
export function recordNonBids({ nonBids }: Auction, seat: string, impIds: readonly string[], code: number): void {
  for (const impId of impIds) nonBids.push({ seat, impId, code });
}
