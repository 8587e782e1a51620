import { expect, test } from 'vitest';
import { JoinedBids } from '#src/analytics/joined-bids.ts';
import { PeerBids } from '#src/analytics/peer-bids.ts';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { testServices } from '#test/helpers/services.ts';

const event = { type: 'win', bidId: 'b1', accountId: 'publisher', bidder: 'alpha', image: false, analytics: true } as const;

/** Connected workers, as through a primary; only the last has run an auction. */
function workers(count: number) {
  const services = testServices({ settings: { account_defaults: { events: { enabled: true } } } });
  const { clock } = services;
  const reported: PeerMessage[] = [];
  const listeners: ((included: PeerMessage) => void)[] = [];
  let drawn = 0;
  const made = Array.from({ length: count }, (_, own) => {
    const peers: WorkerPeers = {
      singleProcess: false,
      broadcast(message) {
        reported.push(message);
        for (const [other, onMessage] of listeners.entries()) if (other !== own) onMessage(message);
      },
      listen(listener) {
        listeners[own] = listener;
        return () => {
          listeners[own] = () => {};
        };
      },
    };
    const joined = new JoinedBids({ max_bids: 10, ttl_seconds: 60 }, clock);
    if (own === count - 1) {
      const auction = endedAuction(services);
      const bid = { bid: { id: 'b1', impid: 'imp-1', price: 2, crid: 'c' }, seat: 'alpha', bidder: 'alpha', type: 'banner' };
      auction.seats.set('alpha', { seat: 'alpha', currency: 'EUR', bids: [bid as never] });
      joined.record(auction);
    }
    return new PeerBids(joined, 250, { peers, clock, random: { uuid: () => String(drawn++) } });
  });
  return { clock, reported, workers: made };
}

const found = { requestId: 'request', impId: 'imp-1', bidder: 'alpha', price: 2, currency: 'EUR', mediaType: 'banner', creativeId: 'c' };

/** The result of a search; undefined while it is in flight. */
function search(worker: PeerBids | undefined, over: object = {}): { readonly bids: unknown[] } {
  const bids: unknown[] = [];
  worker?.find({ ...event, ...over }, (bid) => bids.push(bid));
  return { bids };
}

test('a bid is found once, whichever worker knows it', () => {
  const { workers: all, clock } = workers(3);
  for (const worker of all) expect(search(worker).bids).toEqual([expect.objectContaining(found)]);
  expect(clock.pending).toBe(0);
});

test('peers are not queried if this worker knows the bid or the bidder is not named', () => {
  const { workers: all, reported } = workers(2);
  search(all[1]);
  expect(search(all[0], { bidder: undefined }).bids).toEqual([undefined]);
  expect(reported).toEqual([]);
});

test('the search for an unknown bid ends soon', () => {
  const { workers: all, clock } = workers(2);
  const { bids } = search(all[0], { bidId: 'made-up' });
  expect(bids).toEqual([]);
  clock.wind(250);
  expect(bids).toEqual([undefined]);
});

test('a stopping worker ends all searches', () => {
  const { workers: all, clock } = workers(2);
  const { bids } = search(all[0], { bidId: 'made-up' });
  all[0]?.stop();
  expect([bids, clock.pending]).toEqual([[undefined], 0]);
});
