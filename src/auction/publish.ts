/**
 * Events of an auction on the bus. Events carry the record itself, so nothing is copied for subscribers: taps, analytics and others render
 * what they may show. Treat the record as read-only after the auction ends.
 */
import type { Auction, BidderOutcome } from './auction.ts';
import type { BidOutcome } from './bid-outcome.ts';
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

type EventInput = Omit<Parameters<Services['bus']['publish']>[0], 'v' | 'at' | 'auction' | 'request' | 'account'>;

/** Publishes the result of `make`; an error in it must not affect the auction. */
function publish(auction: Auction, { bus, clock, log }: Services, make: () => Iterable<EventInput>): void {
  const { number, accountId, request } = auction;
  const account = accountId === '' ? undefined : accountId;
  try {
    for (const event of make()) bus.publish({ v: 1, at: clock.now(), auction: number, request: request.id, account, ...event });
  } catch (cause) {
    log.error({ err: cause, auction: number }, 'publishing an event of an auction failed');
  }
}

/** Publishes an auction and its bids once its response is sent, and lets modules learn from it. */
export function publishEnd(auction: Auction, services: Services): void {
  const { bus, clock, hooks } = services;
  hooks?.ended(auction);
  if (bus.hasSubscribers('auction')) {
    const data: AuctionEnded = { auction, tookMs: (clock.micros() - auction.startedUs) / 1000 };
    publish(auction, services, () => [{ kind: 'auction', data }]);
  }
  if (!bus.hasSubscribers('bid')) return;
  publish(auction, services, () =>
    bidOutcomes(auction).map((bidOutcome) => ({
      kind: 'bid',
      bidder: bidOutcome.bidder,
      data: { auction, bidOutcome } satisfies BidEnded,
    })),
  );
}

/** Publishes the outcome of a bidder: response, failure or timeout. */
export function publishOutcome(auction: Auction, outcome: BidderOutcome, services: Services): void {
  if (!services.bus.hasSubscribers('bidder')) return;
  publish(auction, services, () => [{ kind: 'bidder', bidder: outcome.bidder, data: { auction, outcome } satisfies BidderEnded }]);
}

/** Publishes one step of the machine; called only with subscribers. */
export function publishTransition(step: Transition, services: Services): void {
  publish(step.auction, services, () => [{ kind: 'transition', data: step }]);
}
