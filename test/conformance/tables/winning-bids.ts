/** Topic `winning-bids`: the winner of each imp, and each bidder's bids in order. */
import type { AuctionBid } from '#src/auction/bid.ts';
import { bidsByImp, pickWinners } from '#src/auction/target/winners.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import { aBid } from '#test/helpers/bids.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: given }: Row): Record<string, unknown> {
  const preferDeals = given['preferDeals'] === true;
  const seats = Object.entries((given['seatBids'] ?? {}) as Record<string, Bid[]>).map(([seat, bids]) => ({
    seat,
    bids: (bids ?? []).map((bid) => ({ ...aBid({}, { seat }), bid })),
  }));
  const winners = new Map<string, AuctionBid>();
  pickWinners(seats, preferDeals, winners);
  const byBidder: Record<string, Record<string, Bid[]>> = {};
  for (const { seat, bids } of seats) {
    for (const [impId, list] of bidsByImp(bids, preferDeals)) {
      byBidder[impId] = { ...byBidder[impId], [seat]: list.map(({ bid }) => bid) };
    }
  }
  return { winners: Object.fromEntries([...winners].map(([impId, { bid }]) => [impId, bid])), byBidder };
}
