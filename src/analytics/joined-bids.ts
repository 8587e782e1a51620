/** Bids whose wins and impressions may still come: remembered for a while, within bounds, so that these can be joined to the auction. */
import { LRUCache } from 'lru-cache';
import type { Auction } from '#src/auction/auction.ts';
import type { EventCall } from '#src/events/notification.ts';
import type { Clock } from '#src/outside/clock.ts';

/** What a notification's bid was. */
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

const keyOf = (accountId: string, bidId: string, bidder: string): string => `${accountId}\n${bidId}\n${bidder.toLowerCase()}`;

export class JoinedBids {
  readonly #bids: LRUCache<string, JoinedBid> | undefined;

  constructor({ max_bids: max, ttl_seconds: ttl }: { readonly max_bids: number; readonly ttl_seconds: number }, clock: Clock) {
    if (max > 0) this.#bids = new LRUCache({ max, ttl: ttl * 1000, ttlResolution: 0, perf: { now: () => clock.now() } });
  }

  /** Bids it holds at most; 0: it is off. */
  get capacity(): number {
    return this.#bids?.max ?? 0;
  }

  get size(): number {
    return this.#bids?.size ?? 0;
  }

  /** Keeps the bids of the answer; only where somebody will be told addresses to report them to. */
  keep(auction: Auction): void {
    const { account, request, accountId, refusal } = auction;
    if (!this.#bids || refusal || !(account.events.enabled || request.ext?.srv?.events)) return;
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
        this.#bids.set(keyOf(accountId, generatedId ?? bid.id, seat), joined);
      }
    }
  }

  /** The bid a notification is about; it must name the bidder, as bids' ids are only their bidder's own. */
  find({ accountId, bidId, bidder }: Pick<EventCall, 'accountId' | 'bidId' | 'bidder'>): JoinedBid | undefined {
    return bidder === undefined ? undefined : this.#bids?.get(keyOf(accountId, bidId, bidder));
  }
}
