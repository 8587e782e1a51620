/** JSON of an ended auction's bids. Its event and the events of its bids share it. */
import type { Auction } from '#src/auction/auction.ts';
import type { PricedOutcome } from '#src/auction/bid.ts';
import type { BidOutcome } from '#src/auction/bid-outcome.ts';
import { pricedOutcomes } from '#src/auction/publish/bid-outcomes.ts';
import type { BidEnded } from '#src/auction/publish.ts';
import { type PricePath, pricePaths } from './price-path.ts';
import type { BidData } from './schemas.ts';

interface JsonOfBids {
  readonly outcomes: readonly PricedOutcome[];
  /** A list. */
  readonly json: string;
  /** JSON of each, once one of them is read. */
  parts: readonly string[] | undefined;
  /** Position of the bid after the one read last. */
  next: number;
}

/** Of the last auction: the events of its bids follow its own. */
let last: JsonOfBids | undefined;

function bidsOf(auction: Auction): JsonOfBids {
  const outcomes = pricedOutcomes(auction);
  if (last?.outcomes !== outcomes) last = { outcomes, json: serialize(auction, outcomes), parts: undefined, next: 0 };
  return last;
}

/** JSON of the list of all bids, each with its price path. */
export const jsonOfBids = (auction: Auction): string => bidsOf(auction).json;

/** JSON of one bid's event. */
export function bidJson({ auction, bidOutcome }: BidEnded): string {
  const bids = bidsOf(auction);
  bids.parts ??= partsOf(bids.json);
  const index = positionOf(bidOutcome, bids);
  bids.next = index + 1;
  return bids.parts[index] ?? JSON.stringify(toBid(bidOutcome, bidOutcome));
}

/** Most are read one after the other. -1: not one of the auction's bids. */
function positionOf(bidOutcome: BidOutcome, { outcomes, next }: JsonOfBids): number {
  for (let i = next; i < outcomes.length; i++) if (outcomes[i]?.outcome === bidOutcome) return i;
  return outcomes.findIndex(({ outcome }) => outcome === bidOutcome);
}

/** One call for all bids takes less time than one for each. */
function serialize(auction: Auction, outcomes: readonly PricedOutcome[]): string {
  const pathOf = pricePaths(auction);
  return JSON.stringify(outcomes.map((priced) => toBid(priced.outcome, pathOf(priced))));
}

/** What is between two objects of the list: not a part of any string in it, whose quotes are escaped. */
const BETWEEN = '},{"bidder":';

/** JSON of each object of a list. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let start = '['.length;
  for (let end = list.indexOf(BETWEEN); end >= 0; end = list.indexOf(BETWEEN, start)) {
    parts.push(list.slice(start, end + '}'.length));
    start = end + '},'.length;
  }
  parts.push(list.slice(start, -']'.length));
  return parts;
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
