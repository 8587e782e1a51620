/** Bids to join wins and impressions to, on a host with several workers: the worker that receives a win need not have run the auction. */
import type { EventCall } from '#src/events/notification.ts';
import { type PeerSearchEnv, PeerSearches } from '#src/platform/peer-searches.ts';
import type { BidSearch } from './bid-search.ts';
import type { JoinedBid, JoinedBids } from './joined-bids.ts';

type Then = (bid: JoinedBid | undefined) => void;

export class PeerBids implements BidSearch {
  readonly #own: JoinedBids;
  readonly #searches: PeerSearches;

  /** @param own bids of this worker @param timeoutMs ms the peers have to report that they know a bid */
  constructor(own: JoinedBids, timeoutMs: number, env: PeerSearchEnv) {
    this.#own = own;
    this.#searches = new PeerSearches(
      {
        name: 'joined-bid',
        timeoutMs,
        ownOf({ accountId = '', bidId = '', bidder = '' }) {
          const bid = own.find({ accountId, bidId, bidder });
          return bid && { bid: JSON.stringify(bid) };
        },
      },
      env,
    );
  }

  /** Finds the bid of a notification; `then` is called once: immediately if this worker knows it or has no peers, otherwise later. */
  find(event: EventCall, then: Then): void {
    const bid = this.#own.find(event);
    const { accountId, bidId, bidder } = event;
    if (bid || bidder === undefined) then(bid);
    else this.#searches.find({ accountId, bidId, bidder }, (found) => then(found && (JSON.parse(found['bid'] ?? 'null') as JoinedBid)));
  }

  /** Ends all open searches. */
  stop(): void {
    this.#searches.stop();
  }
}
