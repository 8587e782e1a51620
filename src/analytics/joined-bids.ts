/** Bids whose wins and impressions may still arrive: stored for a limited time and number, to join those events to the auction. */
import type { Auction } from '#src/auction/auction.ts';
import type { EventCall } from '#src/events/notification.ts';
import { RecentMap } from '#src/lang/recent-map.ts';
import type { Clock } from '#src/platform/clock.ts';

/** The bid of a notification. */
export interface JoinedBid {
  /** Id of the request. */
  readonly requestId: string;
  /** Epoch ms. */
  readonly auctionStartedAt: number;
  readonly impId: string;
  readonly bidder: string;
  readonly price: number;
  readonly currency: string;
  readonly mediaType: string | undefined;
  readonly dealId: string | undefined;
  readonly creativeId: string | undefined;
}

/** A bid with the key it is found by. */
export interface KeyedBid {
  readonly key: string;
  readonly bid: JoinedBid;
}

interface StoredBid {
  readonly bid: JoinedBid;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The key of a bid; bidders match in any case. */
export const keyOf = (accountId: string, bidId: string, bidder: string): string => `${accountId}\n${bidId}\n${bidder.toLowerCase()}`;

export class JoinedBids {
  /** Max number of bids; 0: disabled. */
  readonly capacity: number;
  readonly #bids: RecentMap<StoredBid> | undefined;
  readonly #ttlMs: number;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ max_bids: max, ttl_seconds: ttl }: { readonly max_bids: number; readonly ttl_seconds: number }, clock: Pick<Clock, 'now'>) {
    this.capacity = max;
    this.#bids = max > 0 ? new RecentMap(max) : undefined;
    this.#ttlMs = ttl * 1000;
    this.#clock = clock;
  }

  get size(): number {
    return this.#bids?.size ?? 0;
  }

  /** Stores the bids of the response, if its recipient gets notification addresses; returns them. */
  record(auction: Auction): readonly KeyedBid[] {
    const { account, request, accountId, rejection } = auction;
    if (!this.#bids || rejection || !(account.events.enabled || request.ext?.srv?.events)) return [];
    const recorded: KeyedBid[] = [];
    const expiresAt = this.#clock.now() + this.#ttlMs;
    for (const { bids, currency } of auction.seats.values()) {
      for (const { bid, generatedId, seat, type } of bids) {
        const joined: JoinedBid = {
          requestId: request.id,
          auctionStartedAt: auction.startedAt,
          impId: bid.impid,
          bidder: seat,
          price: bid.price,
          currency,
          mediaType: type,
          dealId: bid.dealid,
          creativeId: bid.crid,
        };
        const key = keyOf(accountId, generatedId ?? bid.id, seat);
        this.#bids.set(key, { bid: joined, expiresAt });
        recorded.push({ key, bid: joined });
      }
    }
    return recorded;
  }

  /** The bid of a notification. It must name the bidder, because bid ids are unique only per bidder. */
  find({ accountId, bidId, bidder }: Pick<EventCall, 'accountId' | 'bidId' | 'bidder'>): JoinedBid | undefined {
    const found = bidder === undefined ? undefined : this.#bids?.get(keyOf(accountId, bidId, bidder));
    return found && this.#clock.now() < found.expiresAt ? found.bid : undefined;
  }
}
