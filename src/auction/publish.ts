/**
 * Events of an auction on the bus. Events carry the record itself, so nothing is copied for subscribers: taps, analytics and others render
 * what they may show. Treat the record as read-only after the auction ends.
 */
import type { Auction } from './auction.ts';
import type { BidOutcome } from './bid-outcome.ts';
import type { BidderOutcome } from './bidder-task.ts';
import { bidOutcomes } from './publish/bid-outcomes.ts';
import type { Services } from './services.ts';

/** Data of kind `auction`: an ended auction with its response. */
export interface AuctionEnded {
  readonly auction: Auction;
  readonly tookMs: number;
}

/** Data of kind `bidder`: the outcome of a bidder in a running auction. */
export interface BidderEnded {
  readonly auction: Auction;
  readonly outcome: BidderOutcome;
}

/** Data of kind `bid`: the outcome of one bid, published when its auction has ended. */
export interface BidEnded {
  readonly auction: Auction;
  readonly bidOutcome: BidOutcome;
}

/** Data of kind `transition`: one step of an auction's machine. */
export interface Transition {
  readonly auction: Auction;
  /** Ids of the source and target states. */
  readonly from: string;
  readonly to: string;
  /** The trigger: an event, `always`, or the completion of an invoked actor. */
  readonly on: string;
  /** µs since the auction started. */
  readonly atUs: number;
}

type Bus = Services['bus'];
type BusEvent = Parameters<Bus['publish']>[0];

/** An event of an auction. One literal: an auction has dozens of events. */
const eventOf = (auction: Auction, kind: BusEvent['kind'], data: object, at: number, bidder?: string): BusEvent => ({
  v: 1,
  kind,
  at,
  auction: auction.number,
  request: auction.request.id,
  account: auction.accountId === '' ? undefined : auction.accountId,
  bidder,
  data,
});

/** Publishes one event. */
function publish(auction: Auction, services: Services, kind: BusEvent['kind'], data: object, bidder?: string): void {
  try {
    services.bus.publish(eventOf(auction, kind, data, services.clock.now(), bidder));
  } catch (cause) {
    logFailure(auction, services, cause);
  }
}

/** An error in publishing must not affect the auction. */
const logFailure = ({ number }: Auction, { log }: Services, cause: unknown): void =>
  log.error({ err: cause, auction: number }, 'publishing an event of an auction failed');

/** Publishes an auction and its bids once its response is sent, and lets modules learn from it. */
export function publishEnd(auction: Auction, services: Services): void {
  const { bus, clock, hooks } = services;
  hooks?.ended(auction);
  if (bus.hasSubscribers('auction')) {
    const data: AuctionEnded = { auction, tookMs: (clock.micros() - auction.startedUs) / 1000 };
    publish(auction, services, 'auction', data);
  }
  if (bus.hasSubscribers('bid')) publishBids(auction, services);
}

/** All of them have one time. */
function publishBids(auction: Auction, services: Services): void {
  const { bus, clock } = services;
  const at = clock.now();
  try {
    for (const bidOutcome of bidOutcomes(auction)) {
      bus.publish(eventOf(auction, 'bid', { auction, bidOutcome } satisfies BidEnded, at, bidOutcome.bidder));
    }
  } catch (cause) {
    logFailure(auction, services, cause);
  }
}

/** Publishes the outcome of a bidder: response, failure or timeout. */
export function publishOutcome(auction: Auction, outcome: BidderOutcome, services: Services): void {
  if (!services.bus.hasSubscribers('bidder')) return;
  publish(auction, services, 'bidder', { auction, outcome } satisfies BidderEnded, outcome.bidder);
}

/** Publishes one step of the machine; called only with subscribers. */
export const publishTransition = (step: Transition, services: Services): void => publish(step.auction, services, 'transition', step);
