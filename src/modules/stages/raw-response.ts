/** The stage of each bidder's answers as its adapter read them, before they are kept. It ends with the bidders' deadline at the latest. */
import { DEFAULT_CURRENCY } from '#src/auction/adjust/currency.ts';
import { toAuctionBid } from '#src/auction/adjust/file-bids.ts';
import type { Auction, AuctionBid, BidderOutcome, BidderTask, CallOutcome } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { toOutcome } from '#src/auction/collect.ts';
import { WARN } from '#src/auction/findings.ts';
import type { MaybeLater, Services } from '#src/auction/services.ts';
import type { BidderResult } from '#src/bidders/bidder.ts';
import { answersFault } from '../check-payload.ts';
import type { Payloads } from '../hook.ts';
import { openCall } from '../open-call.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

type Payload = Payloads['raw_bidder_response'];

/**
 * A bidder's outcome as hooks leave it. Never throws or rejects: whatever goes wrong here, the bidder's outcome is kept.
 * @param msLeft until nobody may be waited for any more
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
  const answers = outcome.calls.flatMap(({ result }) => result ?? []);
  if (answers.length === 0) return outcome;
  const call = openCall<Payload>(auction, services, 'raw_bidder_response', {
    fault: (payload) => answersFault(payload, answers.length),
    bidder: task.bidder,
    facts: task.facts,
    bidOf: (bidder, impId, bidId) => (bidder === task.bidder ? findBid(task, answers, impId, bidId) : undefined),
    deadlineAt: services.clock.now() + msLeft,
  });
  if (!call) return outcome;
  const noted = auction.nonBids.length;
  const end = runStage(call, { answers });
  const keep = (later: StageEnd<Payload>): BidderOutcome => take(auction, services, outcome, later, noted);
  return end instanceof Promise ? end.then(keep) : keep(end);
}

function findBid(task: BidderTask, answers: readonly BidderResult[], impId: string, bidId: string): AuctionBid | undefined {
  for (const { bids, currency } of answers) {
    const found = bids.find(({ bid }) => bid.id === bidId && bid.impid === impId);
    if (found) return toAuctionBid(task, found, currency || DEFAULT_CURRENCY);
  }
  return undefined;
}

function take(auction: Auction, services: Services, outcome: BidderOutcome, end: StageEnd<Payload>, noted: number): BidderOutcome {
  const { bidder, ms } = outcome;
  if (end.rejection) {
    if (services.config.variant === 'go') auction.findings.warn(bidder, WARN.moduleRejection, end.rejection.message);
    dropBids(auction, outcome, noted);
    return { ...outcome, kind: 'rejected', calls: outcome.calls.map(withoutBids) };
  }
  if (!end.changed) return outcome;
  const answers = end.payload.answers.values();
  return toOutcome(
    bidder,
    outcome.calls.map((call) => withAnswer(call, answers)),
    ms,
  );
}

/** Notes the imps that had bids, but for those the module itself gave a reason for. */
function dropBids({ nonBids }: Auction, { bidder, calls }: BidderOutcome, noted: number): void {
  const told = new Set(nonBids.slice(noted).map(({ seat, impId }) => `${seat}\n${impId}`));
  const imps = new Set(calls.flatMap(({ result }) => result?.bids.map(({ bid }) => bid.impid) ?? []));
  for (const impId of imps) {
    if (impId && !told.has(`${bidder}\n${impId}`)) nonBids.push({ seat: bidder, impId, code: NON_BID.rejected });
  }
}

const withoutBids = (call: CallOutcome): CallOutcome => (call.result ? { ...call, result: { ...call.result, bids: [] } } : call);

function withAnswer(call: CallOutcome, answers: Iterator<BidderResult>): CallOutcome {
  if (!call.result) return call;
  const { value } = answers.next() as IteratorResult<BidderResult, undefined>;
  return value ? { ...call, result: value } : call;
}
