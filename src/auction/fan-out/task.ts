/** What is to be done for one bidder: its request filtered, brought down to its version, and made into calls by its adapter. */
import type { Auction, BidderTask } from '#src/auction/auction.ts';
import type { BidderError, Call, RequestInfo } from '#src/bidders/bidder.ts';
import type { BidRequest, Imp } from '#src/wire/ortb.ts';
import { downConvert } from '#src/wire/versions.ts';
import { makeCalls, NO_TIME, uncalled } from './calls.ts';
import { filterRequest, NON_BID, type Sendable } from './filter.ts';
import type { Called } from './identity.ts';
import { isMediaType, preferredMediaType } from './multi-format.ts';
import type { Plan } from './plan.ts';
import { liveImps } from './stored-imps.ts';
import { isTooShort } from './tmax.ts';

/** One bidder's request before its adapter has seen it. */
export interface Prepared {
  readonly called: Called;
  readonly request: BidRequest;
}

const NOTHING_ASKED: Sendable = { imps: [], notes: [], code: NON_BID.general };

/** Says in findings and non-bids what of the request does not go out. */
export function toTask(plan: Plan, { called, request }: Prepared): BidderTask {
  const { auction, services, stored } = plan;
  const { bidder, known } = called;
  const { info: facts, adapter } = known;
  const storedAnswers = stored.get(bidder) ?? [];
  const storedIds = new Set(storedAnswers.map(({ impId }) => impId));
  const live = liveImps(request.imp, storedIds);
  const preferred = preferredOf(plan, called);
  // Nobody is asked where all answers are stored.
  const { imps, notes, code } =
    live.length === 0
      ? NOTHING_ASKED
      : filterRequest(request, live, called, preferred, services.dialect.fanOut, services.config.filter_imp_media_type);
  tell(auction, bidder, notes);
  if (imps.length < live.length) leaveOut(auction, bidder, missing(live, imps), code);
  const fitting = imps === request.imp ? request : { ...request, imp: imps };
  const sent = facts.openrtb.version === '2.6' ? fitting : downConvert(fitting, services.config.openrtb.downgrade);
  const info = isMediaType(preferred) ? { ...plan.info, preferredMediaType: preferred } : plan.info;
  return {
    bidder,
    core: known.code,
    facts,
    adapter,
    // Answers from storage are read beside the imps they are for.
    request: storedAnswers.length === 0 ? sent : { ...sent, imp: [...sent.imp, ...request.imp.filter(({ id }) => storedIds.has(id))] },
    impIds: request.imp.map(({ id }) => id),
    calls: sent.imp.length === 0 ? [] : callsOf(plan, called, sent, info, notes.length > 0),
    storedAnswers,
    timeoutMs: services.dialect.fanOut.timeoutMs(plan, request.tmax),
  };
}

function preferredOf({ srv, auction }: Plan, { bidder, known }: Called): string | undefined {
  if (known.info.openrtb.multiformatSupported) return undefined;
  return preferredMediaType(srv.biddercontrols, auction.account.preferredmediatype, bidder);
}

function missing(before: readonly Imp[], after: readonly Imp[]): string[] {
  const left = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !left.has(id)).map(({ id }) => id);
}

function callsOf(plan: Plan, { bidder, known }: Called, sent: BidRequest, info: RequestInfo, told: boolean): readonly Call[] {
  const { auction, services, remainingMs, adjustments } = plan;
  const impIds = sent.imp.map(({ id }) => id);
  if (isTooShort(remainingMs, adjustments)) {
    tell(auction, bidder, [NO_TIME]);
    leaveOut(auction, bidder, impIds, NON_BID.error);
    return [];
  }
  const { calls, errors } = makeCalls(known.adapter, sent, info, bidder, services.log, told);
  tell(auction, bidder, errors);
  leaveOut(auction, bidder, uncalled(impIds, calls), NON_BID.general);
  return calls;
}

/** Files what was said about a bidder's request under the name it goes by. */
export function tell({ findings }: Auction, bidder: string, notes: readonly BidderError[]): void {
  for (const { code, message, warning, panic } of notes) {
    if (warning) findings.warn(bidder, code, message);
    else findings.error(bidder, code, message, panic ? { panic } : undefined);
  }
}

/** Notes that a bidder has nothing to show for these imps. */
export function leaveOut({ nonBids }: Auction, seat: string, impIds: readonly string[], code: number): void {
  for (const impId of impIds) nonBids.push({ seat, impId, code });
}
