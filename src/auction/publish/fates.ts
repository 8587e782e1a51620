/** What became of every bid of an auction, and why. */
import type { Auction, AuctionBid, NonBid } from '../auction.ts';

/** `told`: given to the caller where nobody picks a winner; `dropped`: sound, but one more than its bidder may have. */
export const FATES = ['won', 'lost', 'told', 'rejected', 'dropped'] as const;
export type Fate = (typeof FATES)[number];

export interface BidFate {
  readonly bidder: string;
  readonly seat: string;
  readonly impId: string;
  readonly id: string;
  readonly type: string;
  /** As the bidder said it. */
  readonly originalPrice: number;
  readonly originalCurrency: string;
  /** In the auction's currency; absent: it never got so far. */
  readonly price?: number | undefined;
  readonly dealId?: string | undefined;
  readonly creative?: string | undefined;
  readonly priceBucket?: string | undefined;
  readonly cacheId?: string | undefined;
  readonly fate: Fate;
  /** Why it did not win; of rejected bids with the code of auction-exchange.md section 18. */
  readonly reason?: string | undefined;
  readonly code?: number | undefined;
}

/** Reasons in words, by the code of auction-exchange.md section 18. */
export const REASONS: Readonly<Record<number, string>> = {
  0: 'no bid',
  100: 'error',
  101: 'timeout',
  102: 'invalid answer',
  103: 'unreachable',
  200: 'not called',
  201: 'unsupported channel',
  202: 'unsupported media type',
  203: 'optimised away',
  204: 'privacy',
  205: 'currency',
  300: 'not acceptable',
  301: 'below the floor',
  303: 'category',
  304: "below the deal's floor",
  305: 'transparency (DSA)',
  350: 'creative',
  351: 'creative size',
  352: 'creative not secure',
  356: 'advertiser blocked',
};

/** What speaks against a bid is not told more closely by its code. */
const UNSOUND = 300;

const keyOf = (bidder: string, impId: string, id: string): string => `${bidder}\n${impId}\n${id}`;

const known = new WeakMap<Auction, readonly BidFate[]>();

/** Every bid any bidder sent, in order of arrival, then bids from storage; of an ended auction, worked out once. */
export function bidFates(auction: Auction): readonly BidFate[] {
  let fates = known.get(auction);
  if (!fates) {
    fates = findFates(auction);
    known.set(auction, fates);
  }
  return fates;
}

function findFates(auction: Auction): BidFate[] {
  const kept = new Map<string, AuctionBid>();
  for (const { bids } of auction.seats.values()) for (const bid of bids) kept.set(keyOf(bid.bidder, bid.bid.impid, bid.bid.id), bid);
  const refused = new Map<string, NonBid>();
  for (const nonBid of auction.nonBids) if (nonBid.bid) refused.set(keyOfRefused(nonBid.bid), nonBid);
  const fates: BidFate[] = [];
  for (const { bidder, calls } of auction.outcomes) {
    for (const { result } of calls) {
      for (const { bid, type, seat = bidder } of result?.bids ?? []) {
        const key = keyOf(bidder, bid.impid, bid.id);
        const made = kept.get(key);
        const why = refused.get(key);
        if (made) fates.push(keptFate(made, auction));
        else if (why?.bid) fates.push(refusedFate(why.bid, why.code));
        else fates.push(droppedFate({ bidder, seat, impId: bid.impid, id: bid.id, type }, bid.price ?? 0, result?.currency));
        kept.delete(key);
      }
    }
  }
  for (const bid of kept.values()) fates.push(keptFate(bid, auction));
  return fates;
}

const keyOfRefused = ({ bidder, bid }: AuctionBid): string => keyOf(bidder, bid.impid, bid.id);

function common(made: AuctionBid): Omit<BidFate, 'fate'> {
  const { bidder, seat, type, originalPrice, originalCurrency, bid, priceBucket, cacheId, vastCacheId } = made;
  const { impid: impId, id, dealid: dealId, crid: creative } = bid;
  return { bidder, seat, impId, id, type, originalPrice, originalCurrency, dealId, creative, priceBucket, cacheId: cacheId ?? vastCacheId };
}

function keptFate(made: AuctionBid, { winners, refusal }: Auction): BidFate {
  const { price, impid } = made.bid;
  if (refusal) return { ...common(made), price, fate: 'rejected', reason: 'the auction was refused' };
  const best = winners.get(impid);
  if (best === undefined) return { ...common(made), price, fate: 'told' };
  if (best === made) return { ...common(made), price, fate: 'won' };
  const reason = best.bid.dealid && !made.bid.dealid ? 'a deal went first' : `${best.bidder} bid ${best.bid.price}`;
  return { ...common(made), price, fate: 'lost', reason };
}

const refusedFate = (made: AuctionBid, code: number): BidFate => ({
  ...common(made),
  fate: 'rejected',
  reason: code === UNSOUND && !(made.originalPrice > 0) ? 'its price is not above zero' : (REASONS[code] ?? `code ${code}`),
  code,
});

function droppedFate(bid: Pick<BidFate, 'bidder' | 'seat' | 'impId' | 'id' | 'type'>, price: number, currency = ''): BidFate {
  return {
    ...bid,
    originalPrice: price,
    originalCurrency: currency === '' ? 'USD' : currency,
    fate: 'dropped',
    reason: 'more bids than its bidder may have',
  };
}
