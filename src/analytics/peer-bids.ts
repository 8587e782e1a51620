/** Bids to join wins and impressions to, on a host with several workers: the worker that receives a win need not have run the auction. */

import type { PeerMessage, WorkerPeers } from '#src/cluster/worker-peers.ts';
import type { EventCall } from '#src/events/notification.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Random } from '#src/platform/random.ts';
import type { BidSearch } from './bid-search.ts';
import type { JoinedBid, JoinedBids } from './joined-bids.ts';

const WANTED = 'joined-bid-wanted';
const FOUND = 'joined-bid-found';

/** ms the peers have to report that they know a bid; a worker that does not know it stays silent. */
const PATIENCE_MS = 250;
/** Max concurrent searches; further ones find nothing, because ids can be made up. */
const MAX_SEARCHES = 1000;

type Then = (bid: JoinedBid | undefined) => void;

export class PeerBids implements BidSearch {
  readonly #own: JoinedBids;
  readonly #peers: WorkerPeers;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #random: Pick<Random, 'uuid'>;
  readonly #searches = new Map<string, Then>();
  readonly #stopListening: () => void;

  /** @param own bids of this worker */
  constructor(own: JoinedBids, peers: WorkerPeers, clock: Pick<Clock, 'after'>, random: Pick<Random, 'uuid'>) {
    this.#own = own;
    this.#peers = peers;
    this.#clock = clock;
    this.#random = random;
    this.#stopListening = peers.listen((message) => this.#onMessage(message));
  }

  /** Finds the bid of a notification; `then` is called once: immediately if this worker knows it or has no peers, otherwise later. */
  find(event: EventCall, then: Then): void {
    const bid = this.#own.find(event);
    const { accountId, bidId, bidder } = event;
    if (bid || bidder === undefined || this.#peers.singleProcess || this.#searches.size >= MAX_SEARCHES) {
      then(bid);
      return;
    }
    const search = this.#random.uuid();
    const stop = this.#clock.after(PATIENCE_MS, () => this.#end(search, undefined));
    this.#searches.set(search, (found) => {
      stop();
      then(found);
    });
    this.#peers.broadcast({ subject: WANTED, search, accountId, bidId, bidder });
  }

  /** Ends all waiting searches. */
  stop(): void {
    this.#stopListening();
    for (const search of [...this.#searches.keys()]) this.#end(search, undefined);
  }

  #end(search: string, bid: JoinedBid | undefined): void {
    const then = this.#searches.get(search);
    this.#searches.delete(search);
    then?.(bid);
  }

  #onMessage({ subject, search = '', accountId = '', bidId = '', bidder = '', bid = '' }: PeerMessage): void {
    // The peer is the same program, so its message is trusted.
    if (subject === FOUND && this.#searches.has(search)) this.#end(search, JSON.parse(bid) as JoinedBid);
    if (subject !== WANTED) return;
    const known = this.#own.find({ accountId, bidId, bidder });
    if (known) this.#peers.broadcast({ subject: FOUND, search, bid: JSON.stringify(known) });
  }
}
