/**
 * What an auction tells the bus. Events carry the record itself, so that nothing is copied for those who listen: taps,
 * analytics and others make of it what they may show. Who reads a record after its end must not write to it.
 */
import type { Auction, BidderOutcome } from './auction.ts';
import { type BidFate, bidFates } from './publish/fates.ts';
import type { Services } from './services.ts';

/** Data of kind `auction`: an auction that has ended, its reply made. */
export interface AuctionEnded {
  readonly auction: Auction;
  readonly tookMs: number;
}

/** Data of kind `bidder`: how a bidder of an auction under way ended. */
export interface BidderEnded {
  readonly auction: Auction;
  readonly outcome: BidderOutcome;
}

/** Data of kind `bid`: what became of one bid; told when its auction has ended. */
export interface BidEnded {
  readonly auction: Auction;
  readonly fate: BidFate;
}

/** Data of kind `transition`: one step of an auction's machine. */
export interface Transition {
  readonly auction: Auction;
  /** Ids of the states left and entered. */
  readonly from: string;
  readonly to: string;
  /** What made it go on: an event, `always`, or how an invoked actor ended. */
  readonly on: string;
  /** µs since the auction started. */
  readonly atUs: number;
}

type Told = Omit<Parameters<Services['bus']['publish']>[0], 'v' | 'at' | 'auction' | 'request' | 'account'>;

/** Publishes what `make` says; whatever goes wrong with that must not cost the auction. */
function publish(auction: Auction, { bus, clock, log }: Services, make: () => Iterable<Told>): void {
  const { number, accountId, request } = auction;
  const account = accountId === '' ? undefined : accountId;
  try {
    for (const told of make()) bus.publish({ v: 1, at: clock.now(), auction: number, request: request.id, account, ...told });
  } catch (cause) {
    log.error({ err: cause, auction: number }, 'an event of an auction could not be published');
  }
}

/** Tells of an auction and of its bids, once its reply is on its way. */
export function publishEnd(auction: Auction, services: Services): void {
  const { bus, clock } = services;
  if (bus.watched('auction')) {
    const data: AuctionEnded = { auction, tookMs: (clock.micros() - auction.startedUs) / 1000 };
    publish(auction, services, () => [{ kind: 'auction', data }]);
  }
  if (!bus.watched('bid')) return;
  publish(auction, services, () =>
    bidFates(auction).map((fate) => ({ kind: 'bid', bidder: fate.bidder, data: { auction, fate } satisfies BidEnded })),
  );
}

/** Tells of a bidder that has answered, failed or run out of time. */
export function publishOutcome(auction: Auction, outcome: BidderOutcome, services: Services): void {
  if (!services.bus.watched('bidder')) return;
  publish(auction, services, () => [{ kind: 'bidder', bidder: outcome.bidder, data: { auction, outcome } satisfies BidderEnded }]);
}

/** Tells of one step of the machine; asked only while somebody watches. */
export function publishTransition(step: Transition, services: Services): void {
  publish(step.auction, services, () => [{ kind: 'transition', data: step }]);
}
