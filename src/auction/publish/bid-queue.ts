/** An auction's bids, taken one by one by what identifies them. */
import type { AuctionBid } from '../bid.ts';

export interface BidKey {
  readonly bidder: string;
  readonly impId: string;
  readonly id: string;
}

const keyString = (bidder: string, impId: string, id: string): string => `${bidder}\n${impId}\n${id}`;

const hasKey = ({ bidder, bid }: AuctionBid, key: BidKey): boolean => bid.id === key.id && bidder === key.bidder && bid.impid === key.impId;

/** Most bids are taken in their order: keys are built from the first one on that is not. */
export class BidQueue {
  readonly #bids: readonly AuctionBid[];
  /** The bids from here on are left, without `#byKey`. */
  #next = 0;
  /** Those that are left, the first of a key last. */
  #byKey: Map<string, AuctionBid[]> | undefined;

  constructor(bids: readonly AuctionBid[]) {
    this.#bids = bids;
  }

  /** The first bid with this key that is left; undefined: there is none. */
  take(key: BidKey): AuctionBid | undefined {
    const next = this.#bids[this.#next];
    if (!next) return undefined;
    if (!this.#byKey && hasKey(next, key)) {
      this.#next++;
      return next;
    }
    this.#byKey ??= byKey(this.#bids.slice(this.#next));
    return this.#byKey.get(keyString(key.bidder, key.impId, key.id))?.pop();
  }

  /** The bids that are left, in their order. */
  rest(): readonly AuctionBid[] {
    const after = this.#bids.slice(this.#next);
    if (!this.#byKey) return after;
    const left = new Set([...this.#byKey.values()].flat());
    return after.filter((bid) => left.has(bid));
  }
}

const byKey = (bids: readonly AuctionBid[]): Map<string, AuctionBid[]> =>
  Map.groupBy(bids.toReversed(), ({ bidder, bid }) => keyString(bidder, bid.impid, bid.id));
