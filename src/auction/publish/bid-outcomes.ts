/** The outcome of every bid of an auction, with reasons. */
import type { Auction, AuctionBid, NonBid } from '../auction.ts';
import { NON_BID, nonBidMessage } from '../non-bid.ts';

/** `returned`: sent to the caller because no winner is picked; `dropped`: valid, but beyond its bidder's limit. */
export const BID_OUTCOMES = ['won', 'lost', 'returned', 'rejected', 'dropped'] as const;
export type BidOutcomeKind = (typeof BID_OUTCOMES)[number];

export interface BidOutcome {
  readonly bidder: string;
  readonly seat: string;
  readonly impId: string;
  readonly id: string;
  readonly type: string;
  /** As the bidder sent it. */
  readonly originalPrice: number;
  readonly originalCurrency: string;
  /** In the auction's currency; absent: the bid was rejected before conversion. */
  readonly price?: number | undefined;
  readonly dealId?: string | undefined;
  readonly creative?: string | undefined;
  readonly priceBucket?: string | undefined;
  readonly cacheId?: string | undefined;
  readonly bidOutcome: BidOutcomeKind;
  /** Why it did not win; for rejected bids with the non-bid code. */
  readonly reason?: string | undefined;
  readonly code?: number | undefined;
}

const keyOf = (bidder: string, impId: string, id: string): string => `${bidder}\n${impId}\n${id}`;

const known = new WeakMap<Auction, readonly BidOutcome[]>();

/** Every bid of any bidder in order of arrival, then bids from storage; computed once for an ended auction. */
export function bidOutcomes(auction: Auction): readonly BidOutcome[] {
  let outcomes = known.get(auction);
  if (!outcomes) {
    outcomes = findBidOutcomes(auction);
    known.set(auction, outcomes);
  }
  return outcomes;
}

function findBidOutcomes(auction: Auction): BidOutcome[] {
  const retained = new Map<string, AuctionBid>();
  for (const { bids } of auction.seats.values()) for (const bid of bids) retained.set(keyOf(bid.bidder, bid.bid.impid, bid.bid.id), bid);
  const rejected = new Map<string, NonBid>();
  for (const nonBid of auction.nonBids) if (nonBid.bid) rejected.set(rejectedKey(nonBid.bid), nonBid);
  const outcomes: BidOutcome[] = [];
  for (const { bidder, calls } of auction.outcomes) {
    for (const { result } of calls) {
      for (const { bid, type, seat = bidder } of result?.bids ?? []) {
        const key = keyOf(bidder, bid.impid, bid.id);
        const made = retained.get(key);
        const why = rejected.get(key);
        if (made) outcomes.push(acceptedBidOutcome(made, auction));
        else if (why?.bid) outcomes.push(rejectedBidOutcome(why.bid, why.code));
        else outcomes.push(droppedBidOutcome({ bidder, seat, impId: bid.impid, id: bid.id, type }, bid.price ?? 0, result?.currency));
        retained.delete(key);
      }
    }
  }
  for (const bid of retained.values()) outcomes.push(acceptedBidOutcome(bid, auction));
  return outcomes;
}

const rejectedKey = ({ bidder, bid }: AuctionBid): string => keyOf(bidder, bid.impid, bid.id);

function common(made: AuctionBid): Omit<BidOutcome, 'bidOutcome'> {
  const { bidder, seat, type, originalPrice, originalCurrency, bid, priceBucket, cacheId, vastCacheId } = made;
  const { impid: impId, id, dealid: dealId, crid: creative } = bid;
  return { bidder, seat, impId, id, type, originalPrice, originalCurrency, dealId, creative, priceBucket, cacheId: cacheId ?? vastCacheId };
}

function acceptedBidOutcome(made: AuctionBid, { winners, rejection }: Auction): BidOutcome {
  const { price, impid } = made.bid;
  if (rejection) return { ...common(made), price, bidOutcome: 'rejected', reason: 'the auction was rejected' };
  const best = winners.get(impid);
  if (best === undefined) return { ...common(made), price, bidOutcome: 'returned' };
  if (best === made) return { ...common(made), price, bidOutcome: 'won' };
  const reason = best.bid.dealid && !made.bid.dealid ? 'a deal took precedence' : `${best.bidder} bid ${best.bid.price}`;
  return { ...common(made), price, bidOutcome: 'lost', reason };
}

const rejectedBidOutcome = (made: AuctionBid, code: number): BidOutcome => ({
  ...common(made),
  bidOutcome: 'rejected',
  // The code of generic bid errors says nothing more specific.
  reason: code === NON_BID.rejected && !(made.originalPrice > 0) ? 'the price is not positive' : nonBidMessage(code),
  code,
});

function droppedBidOutcome(bid: Pick<BidOutcome, 'bidder' | 'seat' | 'impId' | 'id' | 'type'>, price: number, currency = ''): BidOutcome {
  return {
    ...bid,
    originalPrice: price,
    originalCurrency: currency === '' ? 'USD' : currency,
    bidOutcome: 'dropped',
    reason: "beyond the bidder's bid limit",
  };
}
