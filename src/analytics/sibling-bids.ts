/** Bids to join wins and impressions to, where a host has several workers: the one a win comes to need not have run the auction. */
import type { EventCall } from '#src/events/notification.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Random } from '#src/outside/random.ts';
import type { Siblings, Told } from '#src/outside/siblings.ts';
import type { JoinedBid, JoinedBids } from './joined-bids.ts';

const WANTED = 'joined-bid-wanted';
const FOUND = 'joined-bid-found';

/** ms the others have to say that they know a bid; who does not know it says nothing. */
const PATIENCE_MS = 250;
/** Searches under way past which further ones find nothing: ids can be made up. */
const MOST_SEARCHES = 1000;

type Then = (bid: JoinedBid | undefined) => void;

export class SiblingBids {
  readonly #own: JoinedBids;
  readonly #siblings: Siblings;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #random: Pick<Random, 'uuid'>;
  readonly #searches = new Map<string, Then>();
  readonly #stopListening: () => void;

  /** @param own what this worker remembers */
  constructor(own: JoinedBids, siblings: Siblings, clock: Pick<Clock, 'after'>, random: Pick<Random, 'uuid'>) {
    this.#own = own;
    this.#siblings = siblings;
    this.#clock = clock;
    this.#random = random;
    this.#stopListening = siblings.listen((told) => this.#hear(told));
  }

  /** Finds the bid a notification is about; `then` is called once: now where this worker knows it or nobody can, later otherwise. */
  find(event: EventCall, then: Then): void {
    const bid = this.#own.find(event);
    const { accountId, bidId, bidder } = event;
    if (bid || bidder === undefined || this.#siblings.alone || this.#searches.size >= MOST_SEARCHES) {
      then(bid);
      return;
    }
    const search = this.#random.uuid();
    const stop = this.#clock.after(PATIENCE_MS, () => this.#end(search, undefined));
    this.#searches.set(search, (found) => {
      stop();
      then(found);
    });
    this.#siblings.tell({ subject: WANTED, search, accountId, bidId, bidder });
  }

  /** Nothing more is waited for. */
  stop(): void {
    this.#stopListening();
    for (const search of [...this.#searches.keys()]) this.#end(search, undefined);
  }

  #end(search: string, bid: JoinedBid | undefined): void {
    const then = this.#searches.get(search);
    this.#searches.delete(search);
    then?.(bid);
  }

  #hear({ subject, search = '', accountId = '', bidId = '', bidder = '', bid = '' }: Told): void {
    // The other side is this same program, so what it says is trusted.
    if (subject === FOUND && this.#searches.has(search)) this.#end(search, JSON.parse(bid) as JoinedBid);
    if (subject !== WANTED) return;
    const known = this.#own.find({ accountId, bidId, bidder });
    if (known) this.#siblings.tell({ subject: FOUND, search, bid: JSON.stringify(known) });
  }
}
