import { expect, test } from 'vitest';
import type { AuctionBid } from '#src/auction/bid.ts';
import { BidQueue } from '#src/auction/publish/bid-queue.ts';

const bidOf = (bidder: string, impId: string, id: string): AuctionBid => ({
  bidder,
  seat: bidder,
  core: bidder,
  type: 'banner',
  originalPrice: 1,
  originalCurrency: 'USD',
  bid: { id, impid: impId, price: 1 },
});

const keyOf = ({ bidder, bid }: AuctionBid) => ({ bidder, impId: bid.impid, id: bid.id });

const bids = [bidOf('a', '1', 'x'), bidOf('a', '1', 'y'), bidOf('a', '2', 'x'), bidOf('b', '1', 'x'), bidOf('a', '1', 'x')] as const;

test('bids are taken by bidder, imp and id, in any order', () => {
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [0, 2, 1, 3],
  ]) {
    const queue = new BidQueue(bids);
    const wanted = order.map((i) => bids[i]).filter((bid) => bid !== undefined);
    expect(wanted.map((bid) => queue.take(keyOf(bid)))).toEqual(wanted);
    expect(queue.rest()).toEqual([bids[4]]);
  }
});

test('bids of one key are taken in their order, each once', () => {
  const queue = new BidQueue(bids);
  const key = keyOf(bids[0]);
  const taken = (from: BidQueue) => [from.take(key), from.take(key), from.take(key)].map((bid) => bid && bids.indexOf(bid));
  expect(taken(queue)).toEqual([0, 4, undefined]);
  const outOfOrder = new BidQueue(bids);
  outOfOrder.take(keyOf(bids[1]));
  expect(taken(outOfOrder)).toEqual([0, 4, undefined]);
});

test('bids that are left keep their order', () => {
  const queue = new BidQueue(bids);
  expect(queue.rest()).toEqual(bids);
  queue.take({ bidder: 'c', impId: '1', id: 'x' });
  queue.take(keyOf(bids[2]));
  expect(queue.rest().map((bid) => bids.indexOf(bid))).toEqual([0, 1, 3, 4]);
});
