/** The outcome of every bid of an auction, with reasons. */
import { joined } from '#src/lang/flat.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid, PricedOutcome } from '../bid.ts';
import type { BidOutcome } from '../bid-outcome.ts';
import { NON_BID, nonBidMessage } from '../non-bid.ts';
import { currencyOfBids } from '../pricing/auction-currency.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import { BidQueue } from './bid-queue.ts';

/** Every bid of any bidder in order of arrival, then bids from storage; computed once for an ended auction. */
export const bidOutcomes = (auction: Auction): readonly BidOutcome[] => pricedOutcomes(auction).map(({ outcome }) => outcome);

/** The same with the bids. */
export function pricedOutcomes(auction: Auction): readonly PricedOutcome[] {
  auction.pricedOutcomes ??= findOutcomes(auction);
  return auction.pricedOutcomes;
}

function findOutcomes(auction: Auction): PricedOutcome[] {
  const acceptedBids = new BidQueue([...auction.seats.values()].flatMap(({ bids }) => bids));
  const codes = new Map<AuctionBid, number>();
  for (const { bid, code } of auction.nonBids) if (bid) codes.set(bid, code);
  const rejectedBids = new BidQueue([...codes.keys()]);
  /** By imp: what the bids that lost to its winner have in common. */
  const reasons = new Map<string, string>();
  const outcomes: PricedOutcome[] = [];
  for (const { bidder, calls } of auction.outcomes) {
    for (const { result } of calls) {
      for (const { bid, type, seat = bidder, currency = result?.currency } of result?.bids ?? []) {
        const key = { bidder, impId: bid.impid, id: bid.id };
        const accepted = acceptedBids.take(key);
        const rejected = accepted ? undefined : rejectedBids.take(key);
        if (accepted) outcomes.push({ outcome: acceptedBidOutcome(accepted, auction, reasons), bid: accepted });
        else if (rejected) outcomes.push({ outcome: rejectedBidOutcome(rejected, codes.get(rejected) ?? 0), bid: rejected });
        else outcomes.push({ outcome: droppedBidOutcome({ ...key, seat, type }, bid.price ?? 0, currency), bid: undefined });
      }
    }
  }
  for (const bid of acceptedBids.rest()) outcomes.push({ outcome: acceptedBidOutcome(bid, auction, reasons), bid });
  return outcomes;
}

/** The fields that depend on the outcome of a priced bid. */
type OutcomeFields = Pick<BidOutcome, 'bidOutcome' | 'price' | 'reason' | 'code'>;

/** One literal: an auction has dozens of bids. */
function withOutcome(priced: AuctionBid, { bidOutcome, price, reason, code }: OutcomeFields): BidOutcome {
  const { bid } = priced;
  return {
    bidder: priced.bidder,
    seat: priced.seat,
    impId: bid.impid,
    id: bid.id,
    type: priced.type,
    originalPrice: priced.originalPrice,
    originalCurrency: priced.originalCurrency,
    price,
    dealId: bid.dealid,
    creative: bid.crid,
    priceBucket: priced.priceBucket,
    cacheId: priced.cacheId ?? priced.vastCacheId,
    bidOutcome,
    reason,
    code,
  };
}

function acceptedBidOutcome(priced: AuctionBid, auction: Auction, reasons: Map<string, string>): BidOutcome {
  const { winners, rejection } = auction;
  const { price, impid } = priced.bid;
  if (rejection) return withOutcome(priced, { bidOutcome: 'rejected', price, reason: 'the auction was rejected' });
  const best = winners.get(impid);
  if (best === undefined) return withOutcome(priced, { bidOutcome: 'returned', price });
  if (best === priced) return withOutcome(priced, { bidOutcome: 'won', price });
  const reason = isBeatenByDeal(auction, impid, priced.bid.dealid) ? 'a deal took precedence' : lossReason(best, auction, reasons);
  return withOutcome(priced, { bidOutcome: 'lost', price, reason });
}

/** Whether a bid without a deal lost to one with a deal, because deals are preferred. */
export const isBeatenByDeal = ({ winners, targeting }: Auction, impId: string, dealId: string | undefined): boolean =>
  Boolean(targeting?.preferDeals && winners.get(impId)?.bid.dealid && !dealId);

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

const rejectedBidOutcome = (priced: AuctionBid, code: number): BidOutcome =>
  withOutcome(priced, {
    bidOutcome: 'rejected',
    // The code of generic bid errors says nothing more specific.
    reason: code === NON_BID.rejected && !(priced.originalPrice > 0) ? 'the price is not positive' : nonBidMessage(code),
    code,
  });

function droppedBidOutcome(
  bid: Pick<BidOutcome, 'bidder' | 'seat' | 'impId' | 'id' | 'type'>,
  price: number,
  currency?: string,
): BidOutcome {
  return {
    ...bid,
    originalPrice: price,
    originalCurrency: currency || DEFAULT_CURRENCY,
    bidOutcome: 'dropped',
    reason: "beyond the bidder's bid limit",
  };
}
