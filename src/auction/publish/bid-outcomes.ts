/** The outcome of every bid of an auction, with reasons. */
import { joined } from '#src/lang/flat.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid, PricedOutcome } from '../bid.ts';
import type { BidOutcome } from '../bid-outcome.ts';
import { NON_BID, nonBidMessage } from '../non-bid.ts';
import { currencyOfBids } from '../pricing/auction-currency.ts';
import { BidQueue } from './bid-queue.ts';

/** Every bid of any bidder in order of arrival, then bids from storage; computed once for an ended auction. */
export const bidOutcomes = (auction: Auction): readonly BidOutcome[] => pricedOutcomes(auction).map(({ outcome }) => outcome);

/** The same with the bids. */
export function pricedOutcomes(auction: Auction): readonly PricedOutcome[] {
  auction.pricedOutcomes ??= findOutcomes(auction);
  return auction.pricedOutcomes;
}

function findOutcomes(auction: Auction): PricedOutcome[] {
  const accepted = new BidQueue([...auction.seats.values()].flatMap(({ bids }) => bids));
  const codes = new Map<AuctionBid, number>();
  for (const { bid, code } of auction.nonBids) if (bid) codes.set(bid, code);
  const rejected = new BidQueue([...codes.keys()]);
  /** By imp: what the bids that lost to its winner have in common. */
  const reasons = new Map<string, string>();
  const outcomes: PricedOutcome[] = [];
  for (const { bidder, calls } of auction.outcomes) {
    for (const { result } of calls) {
      for (const { bid, type, seat = bidder, currency = result?.currency } of result?.bids ?? []) {
        const key = { bidder, impId: bid.impid, id: bid.id };
        const made = accepted.take(key);
        const other = made ? undefined : rejected.take(key);
        if (made) outcomes.push({ outcome: acceptedBidOutcome(made, auction, reasons), bid: made });
        else if (other) outcomes.push({ outcome: rejectedBidOutcome(other, codes.get(other) ?? 0), bid: other });
        else outcomes.push({ outcome: droppedBidOutcome({ ...key, seat, type }, bid.price ?? 0, currency), bid: undefined });
      }
    }
  }
  for (const bid of accepted.rest()) outcomes.push({ outcome: acceptedBidOutcome(bid, auction, reasons), bid });
  return outcomes;
}

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

function acceptedBidOutcome(made: AuctionBid, auction: Auction, reasons: Map<string, string>): BidOutcome {
  const { winners, rejection } = auction;
  const { price, impid } = made.bid;
  if (rejection) return withOutcome(made, { bidOutcome: 'rejected', price, reason: 'the auction was rejected' });
  const best = winners.get(impid);
  if (best === undefined) return withOutcome(made, { bidOutcome: 'returned', price });
  if (best === made) return withOutcome(made, { bidOutcome: 'won', price });
  const isBeatenByDeal = best.bid.dealid && !made.bid.dealid;
  const reason = isBeatenByDeal ? 'a deal took precedence' : lossReason(best, auction, reasons);
  return withOutcome(made, { bidOutcome: 'lost', price, reason });
}

/** A price with at most four decimals. */
const shownPrice = (price: number): string => String(Number(price.toFixed(4)));

function lossReason({ bidder, bid }: AuctionBid, auction: Auction, reasons: Map<string, string>): string {
  let reason = reasons.get(bid.impid);
  if (reason === undefined) {
    reason = joined(bidder, ' bid ', shownPrice(bid.price), ' ', currencyOfBids(auction));
    reasons.set(bid.impid, reason);
  }
  return reason;
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
