import { describe, expect, test } from 'vitest';
import { JoinedBids } from '#src/analytics/joined-bids.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { EventCall } from '#src/events/notification.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices({ settings: { account_defaults: { events: { enabled: true } } } });

function withBid(id: string, over: Partial<AuctionBid> = {}, auction: Auction = endedAuction(services)): Auction {
  const bid = { bid: { id, impid: 'imp-1', price: 1 }, type: 'banner', seat: 'Alpha', bidder: 'Alpha', core: 'alpha' } as const;
  auction.seats.set('Alpha', { seat: 'Alpha', currency: 'USD', bids: [{ ...bid, originalPrice: 1, originalCurrency: 'USD', ...over }] });
  return auction;
}

const call = (bidId: string, bidder: string | undefined = 'alpha'): EventCall => ({
  type: 'imp',
  bidId,
  accountId: 'publisher',
  bidder,
  image: false,
  analytics: true,
});

describe('joined bids', () => {
  test('are found by account, bidder in any case, and the id in their addresses', () => {
    const bids = new JoinedBids({ max_bids: 10, ttl_seconds: 60 }, services.clock);
    bids.record(withBid('own'));
    bids.record(withBid('first', { generatedId: 'generated' }));
    expect([bids.find(call('own'))?.impId, bids.find(call('generated'))?.impId]).toEqual(['imp-1', 'imp-1']);
    expect([bids.find(call('first')), bids.find(call('own', 'beta')), bids.find({ ...call('own'), accountId: 'x' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(bids.find({ ...call('own'), bidder: undefined })).toBeUndefined();
  });

  test('expire, and the oldest are dropped beyond the limit', () => {
    const bids = new JoinedBids({ max_bids: 2, ttl_seconds: 60 }, services.clock);
    for (const id of ['a', 'b', 'c']) bids.record(withBid(id));
    expect([bids.size, bids.find(call('a')), bids.find(call('c'))?.bidder]).toEqual([2, undefined, 'Alpha']);
    services.clock.wind(60_001);
    expect(bids.find(call('c'))).toBeUndefined();
  });

  test('are stored only if they have notification addresses', () => {
    const quiet = testServices();
    const bids = new JoinedBids({ max_bids: 10, ttl_seconds: 60 }, services.clock);
    bids.record(withBid('a', {}, endedAuction(quiet)));
    expect(bids.size).toBe(0);
    bids.record(withBid('b', {}, endedAuction(quiet, { ...validRequest(), ext: { srv: { events: {} } } })));
    expect(bids.size).toBe(1);
    bids.record(withBid('c', {}, endedAuction(services, undefined, { rejection: { kind: 'failed', messages: [] } })));
    expect(bids.size).toBe(1);
  });

  test('are disabled with a limit of zero', () => {
    const bids = new JoinedBids({ max_bids: 0, ttl_seconds: 60 }, services.clock);
    bids.record(withBid('a'));
    expect([bids.capacity, bids.size, bids.find(call('a'))]).toEqual([0, 0, undefined]);
  });
});
