/** JSON of an ended auction's bids. Its event and the events of its bids share it. */
import type { Auction, PricedOutcome } from '#src/auction/auction.ts';
import type { BidOutcome } from '#src/auction/bid-outcome.ts';
import { pricedOutcomes } from '#src/auction/publish/bid-outcomes.ts';
import type { BidEnded } from '#src/auction/publish.ts';
import { type PricePath, pricePaths } from './price-path.ts';
import type { BidData } from './schemas.ts';

/** By outcome, in order of arrival. */
type JsonOfBids = ReadonlyMap<BidOutcome, string>;

/** Of the last auction: the events of its bids follow its own. */
let last: { readonly outcomes: readonly PricedOutcome[]; readonly json: JsonOfBids } | undefined;

/** JSON of each bid with its price path. */
export function jsonOfBids(auction: Auction): JsonOfBids {
  const outcomes = pricedOutcomes(auction);
  if (last?.outcomes !== outcomes) last = { outcomes, json: serialize(auction, outcomes) };
  return last.json;
}

/** JSON of one bid's event. */
export const bidJson = ({ auction, bidOutcome }: BidEnded): string =>
  jsonOfBids(auction).get(bidOutcome) ?? JSON.stringify(toBid(bidOutcome, bidOutcome));

function serialize(auction: Auction, outcomes: readonly PricedOutcome[]): JsonOfBids {
  const pathOf = pricePaths(auction);
  const json = new Map<BidOutcome, string>();
  for (const priced of outcomes) json.set(priced.outcome, JSON.stringify(toBid(priced.outcome, pathOf(priced))));
  return json;
}

/** One literal: an auction has dozens of bids. */
const toBid = (bidOutcome: BidOutcome, path: PricePath): BidData => ({
  bidder: bidOutcome.bidder,
  seat: bidOutcome.seat,
  imp: bidOutcome.impId,
  id: bidOutcome.id,
  type: bidOutcome.type,
  originalPrice: bidOutcome.originalPrice,
  originalCurrency: bidOutcome.originalCurrency,
  currency: path.currency,
  convertedPrice: path.convertedPrice,
  price: path.price,
  floor: path.floor,
  floorCurrency: path.floorCurrency,
  deal: bidOutcome.dealId,
  creative: bidOutcome.creative,
  priceBucket: bidOutcome.priceBucket,
  cacheId: bidOutcome.cacheId,
  outcome: bidOutcome.bidOutcome,
  reason: bidOutcome.reason,
  code: bidOutcome.code,
});
