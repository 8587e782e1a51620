/** The stage of each bidder's parsed responses, before they are recorded. It ends with the bidders' deadline at the latest. */

import { toAuctionBid } from '#src/auction/adjust/seat-collector.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { BidderOutcome, BidderTask, CallOutcome } from '#src/auction/bidder-task.ts';
import { toOutcome } from '#src/auction/collect.ts';
import { WARN } from '#src/auction/diagnostics.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { DEFAULT_CURRENCY } from '#src/auction/pricing/currency.ts';
import type { Services } from '#src/auction/services.ts';
import type { BidderResult } from '#src/bidders/bidder.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import { responsesError } from '../check-payload.ts';
import type { Payloads } from '../hook.ts';
import { openCall } from '../open-call.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

type Payload = Payloads['raw_bidder_response'];

/**
 * A bidder's outcome after hooks. Never throws or rejects: on any error the bidder's outcome is unchanged.
 * @param msLeft until the deadline
 */
export function rawResponseHooks(
  auction: Auction,
  services: Services,
  task: BidderTask,
  outcome: BidderOutcome,
  msLeft: number,
): MaybeLater<BidderOutcome> {
  if (!services.hooks) return outcome;
  const spared = (cause: unknown): BidderOutcome => {
    services.log.error({ err: cause, bidder: task.bidder }, 'hooks of a bidder response failed');
    return outcome;
  };
  try {
    const hooked = hookOutcome(auction, services, task, outcome, msLeft);
    return hooked instanceof Promise ? hooked.then(undefined, spared) : hooked;
  } catch (cause) {
    return spared(cause);
  }
}

function hookOutcome(
  auction: Auction,
  services: Services,
  task: BidderTask,
  outcome: BidderOutcome,
  msLeft: number,
): MaybeLater<BidderOutcome> {
  const responses = outcome.calls.flatMap(({ result }) => result ?? []);
  if (responses.length === 0) return outcome;
  const call = openCall<Payload>(auction, services, 'raw_bidder_response', {
    error: (payload) => responsesError(payload, responses.length),
    bidder: task.bidder,
    info: task.info,
    bidOf: (bidder, impId, bidId) => (bidder === task.bidder ? findBid(task, responses, impId, bidId) : undefined),
    deadlineAt: services.clock.now() + msLeft,
  });
  if (!call) return outcome;
  const noted = auction.nonBids.length;
  const end = runStage(call, { responses });
  const apply = (later: StageEnd<Payload>): BidderOutcome => take(auction, services, outcome, later, noted);
  return end instanceof Promise ? end.then(apply) : apply(end);
}

function findBid(task: BidderTask, responses: readonly BidderResult[], impId: string, bidId: string): AuctionBid | undefined {
  for (const { bids, currency } of responses) {
    const found = bids.find(({ bid }) => bid.id === bidId && bid.impid === impId);
    if (found) return toAuctionBid(task, found, currency || DEFAULT_CURRENCY);
  }
  return undefined;
}

function take(auction: Auction, services: Services, outcome: BidderOutcome, end: StageEnd<Payload>, noted: number): BidderOutcome {
  const { bidder, ms } = outcome;
  if (end.rejection) {
    if (services.dialect.hooks.warnsOfRejections) auction.diagnostics.warn(bidder, WARN.moduleRejection, end.rejection.message);
    dropBids(auction, outcome, noted);
    return { ...outcome, kind: 'rejected', calls: outcome.calls.map(withoutBids) };
  }
  if (!end.changed) return outcome;
  const responses = end.payload.responses.values();
  return toOutcome(
    bidder,
    outcome.calls.map((call) => withResponse(call, responses)),
    ms,
  );
}

/** Records non-bids of imps that had bids, except those with a reason from the module itself. */
function dropBids({ nonBids }: Auction, { bidder, calls }: BidderOutcome, noted: number): void {
  const reported = new Set(nonBids.slice(noted).map(({ seat, impId }) => `${seat}\n${impId}`));
  const imps = new Set(calls.flatMap(({ result }) => result?.bids.map(({ bid }) => bid.impid) ?? []));
  for (const impId of imps) {
    if (impId && !reported.has(`${bidder}\n${impId}`)) nonBids.push({ seat: bidder, impId, code: NON_BID.rejected });
  }
}

const withoutBids = (call: CallOutcome): CallOutcome => (call.result ? { ...call, result: { ...call.result, bids: [] } } : call);

function withResponse(call: CallOutcome, responses: Iterator<BidderResult>): CallOutcome {
  if (!call.result) return call;
  const { value } = responses.next() as IteratorResult<BidderResult, undefined>;
  return value ? { ...call, result: value } : call;
}
