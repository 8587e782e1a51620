/** The stages of accepted bids: bidder by bidder (Java variant), then all of them, before winners are chosen. */

import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid, Seat } from '#src/auction/bid.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { currencyOfBids } from '#src/auction/pricing/auction-currency.ts';
import { rejectBid } from '#src/auction/reject-bid.ts';
import type { Services } from '#src/auction/services.ts';
import { bidsError, seatsError } from '../check-payload.ts';
import type { Payloads } from '../hook.ts';
import { isPlanned, openCall } from '../open-call.ts';
import { runStage } from '../run-stage.ts';
import type { StageCall, StageEnd } from '../stage-call.ts';

type OfBidder = Payloads['processed_bidder_response'];
type OfAll = Payloads['all_processed_bid_responses'];

/** Finds an accepted bid as it was at the start of the stage; modules name its bidder or its seat. */
const acceptedBid =
  ({ seats }: Auction): StageCall<unknown>['bidOf'] =>
  (name, impId, bidId) => {
    for (const { seat, bids } of seats.values()) {
      const found = bids.find(({ bidder, bid }) => bid.id === bidId && bid.impid === impId && (bidder === name || seat === name));
      if (found) return found;
    }
    return undefined;
  };

/** Runs the stage of each bidder with bids; bidders do not wait for each other's hooks. */
export function processedResponseHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!isPlanned(auction, services, 'processed_bidder_response')) return;
  const bids = [...auction.seats.values()].flatMap((seat) => seat.bids);
  const waits: Promise<void>[] = [];
  for (const [bidder, own] of Map.groupBy(bids, (bid) => bid.bidder)) {
    const call = openCall<OfBidder>(auction, services, 'processed_bidder_response', {
      error: (payload) => bidsError(payload, auction),
      bidder,
      info: auction.tasks.find((task) => task.bidder === bidder)?.info,
      bidOf: acceptedBid(auction),
      deadlineAt: auction.deadlineAt,
    });
    const end = call && runStage(call, { bids: own });
    if (end instanceof Promise) waits.push(end.then((later) => applyBidder(auction, bidder, own, later)));
    else if (end) applyBidder(auction, bidder, own, end);
  }
  if (waits.length > 0) return Promise.all(waits).then(() => undefined);
}

function applyBidder(
  auction: Auction,
  bidder: string,
  before: readonly AuctionBid[],
  { payload, changed, rejection }: StageEnd<OfBidder>,
): void {
  if (rejection) for (const bid of before) rejectBid(auction, bid, NON_BID.rejected);
  if (changed) auction.bidsChanged = true;
  if (rejection || changed) replaceBids(auction, bidder, rejection ? [] : payload.bids);
}

/** Replaces a bidder's bids, seat by seat. */
function replaceBids(auction: Auction, bidder: string, bids: readonly AuctionBid[]): void {
  const { seats } = auction;
  const bySeat = Map.groupBy(bids, ({ seat }) => seat);
  // Also of seats that have no bids left below.
  const currency = currencyOfBids(auction);
  for (const [name, seat] of [...seats]) {
    const own = bySeat.get(name) ?? [];
    const next = own.values();
    const retained = seat.bids.flatMap((bid) => (bid.bidder === bidder ? (next.next().value ?? []) : bid));
    seat.bids = [...retained, ...next];
    bySeat.delete(name);
    if (seat.bids.length === 0) seats.delete(name);
  }
  for (const [name, own] of bySeat) seats.set(name, { seat: name, currency, bids: own });
}

/** Runs the stage of all bids. */
export function allResponsesHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks || auction.seats.size === 0) return;
  const call = openCall<OfAll>(auction, services, 'all_processed_bid_responses', {
    error: (payload) => seatsError(payload, auction),
    bidOf: acceptedBid(auction),
    deadlineAt: auction.deadlineAt,
  });
  if (!call) return;
  const end = runStage(call, { seats: [...auction.seats.values()] });
  if (end instanceof Promise) return end.then((later) => applyAll(auction, later));
  applyAll(auction, end);
}

function applyAll(auction: Auction, { payload, changed }: StageEnd<OfAll>): void {
  if (!changed) return;
  auction.bidsChanged = true;
  const { seats } = auction;
  seats.clear();
  for (const seat of payload.seats) if (seat.bids.length > 0) seats.set(seat.seat, seat as Seat);
}
