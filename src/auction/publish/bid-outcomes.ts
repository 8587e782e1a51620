/** The outcome of every bid of an auction, with reasons. */
import { joined } from '#src/lang/flat.ts';
import type { Auction, AuctionBid, NonBid, PricedOutcome } from '../auction.ts';
import type { BidOutcome } from '../bid-outcome.ts';
import { NON_BID, nonBidMessage } from '../non-bid.ts';

const keyOf = (bidder: string, impId: string, id: string): string => `${bidder}\n${impId}\n${id}`;

/** Every bid of any bidder in order of arrival, then bids from storage; computed once for an ended auction. */
export const bidOutcomes = (auction: Auction): readonly BidOutcome[] => pricedOutcomes(auction).map(({ outcome }) => outcome);

/** The same with the bids. */
export function pricedOutcomes(auction: Auction): readonly PricedOutcome[] {
  auction.pricedOutcomes ??= findOutcomes(auction);
  return auction.pricedOutcomes;
}

function findOutcomes(auction: Auction): PricedOutcome[] {
  const retained = new Map<string, AuctionBid>();
  for (const { bids } of auction.seats.values()) for (const bid of bids) retained.set(keyOf(bid.bidder, bid.bid.impid, bid.bid.id), bid);
  const rejected = new Map<string, NonBid>();
  for (const nonBid of auction.nonBids) if (nonBid.bid) rejected.set(rejectedKey(nonBid.bid), nonBid);
  const outcomes: PricedOutcome[] = [];
  for (const { bidder, calls } of auction.outcomes) {
    for (const { result } of calls) {
      for (const { bid, type, seat = bidder } of result?.bids ?? []) {
        const key = keyOf(bidder, bid.impid, bid.id);
        const made = retained.get(key);
        const why = made ? undefined : rejected.get(key);
        if (made) outcomes.push({ outcome: acceptedBidOutcome(made, auction), bid: made });
        else if (why?.bid) outcomes.push({ outcome: rejectedBidOutcome(why.bid, why.code), bid: why.bid });
        else {
          const dropped = { bidder, seat, impId: bid.impid, id: bid.id, type };
          outcomes.push({ outcome: droppedBidOutcome(dropped, bid.price ?? 0, result?.currency), bid: undefined });
        }
        retained.delete(key);
      }
    }
  }
  for (const bid of retained.values()) outcomes.push({ outcome: acceptedBidOutcome(bid, auction), bid });
  return outcomes;
}

const rejectedKey = ({ bidder, bid }: AuctionBid): string => keyOf(bidder, bid.impid, bid.id);

/** What became of a priced bid. */
type OutcomeFields = Pick<BidOutcome, 'bidOutcome' | 'price' | 'reason' | 'code'>;

/** One literal: an auction has dozens of bids. */
function withOutcome(made: AuctionBid, { bidOutcome, price, reason, code }: OutcomeFields): BidOutcome {
  const { bid } = made;
  return {
    bidder: made.bidder,
    seat: made.seat,
    impId: bid.impid,
    id: bid.id,
    type: made.type,
    originalPrice: made.originalPrice,
    originalCurrency: made.originalCurrency,
    price,
    dealId: bid.dealid,
    creative: bid.crid,
    priceBucket: made.priceBucket,
    cacheId: made.cacheId ?? made.vastCacheId,
    bidOutcome,
    reason,
    code,
  };
}

function acceptedBidOutcome(made: AuctionBid, { winners, rejection }: Auction): BidOutcome {
  const { price, impid } = made.bid;
  if (rejection) return withOutcome(made, { bidOutcome: 'rejected', price, reason: 'the auction was rejected' });
  const best = winners.get(impid);
  if (best === undefined) return withOutcome(made, { bidOutcome: 'returned', price });
  if (best === made) return withOutcome(made, { bidOutcome: 'won', price });
  const isBeatenByDeal = best.bid.dealid && !made.bid.dealid;
  const reason = isBeatenByDeal ? 'a deal took precedence' : joined(best.bidder, ' bid ', String(best.bid.price));
  return withOutcome(made, { bidOutcome: 'lost', price, reason });
}

const rejectedBidOutcome = (made: AuctionBid, code: number): BidOutcome =>
  withOutcome(made, {
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
