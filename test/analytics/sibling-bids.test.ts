import { expect, test } from 'vitest';
import { JoinedBids } from '#src/analytics/joined-bids.ts';
import { SiblingBids } from '#src/analytics/sibling-bids.ts';
import type { Siblings, Told } from '#src/outside/siblings.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { testServices } from '#test/helpers/services.ts';

const event = { type: 'win', bidId: 'b1', accountId: 'publisher', bidder: 'alpha', image: false, analytics: true } as const;

/** Workers that hear each other, as over a primary; only the last has run an auction. */
function workers(count: number) {
  const services = testServices({ settings: { account_defaults: { events: { enabled: true } } } });
  const { clock } = services;
  const told: Told[] = [];
  const listeners: ((told: Told) => void)[] = [];
  let drawn = 0;
  const made = Array.from({ length: count }, (_, own) => {
    const siblings: Siblings = {
      alone: false,
      tell(message) {
        told.push(message);
        for (const [other, hear] of listeners.entries()) if (other !== own) hear(message);
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
      joined.keep(auction);
    }
    return new SiblingBids(joined, siblings, clock, { uuid: () => String(drawn++) });
  });
  return { clock, told, workers: made };
}

const found = { requestId: 'request', impId: 'imp-1', bidder: 'alpha', price: 2, currency: 'EUR', mediaType: 'banner', creativeId: 'c' };

/** What a search came to; undefined while it is under way. */
function search(worker: SiblingBids | undefined, over: object = {}): { readonly bids: unknown[] } {
  const bids: unknown[] = [];
  worker?.find({ ...event, ...over }, (bid) => bids.push(bid));
  return { bids };
}

test('a bid is found whichever worker knows it, once', () => {
  const { workers: all, clock } = workers(3);
  for (const worker of all) expect(search(worker).bids).toEqual([expect.objectContaining(found)]);
  expect(clock.pending).toBe(0);
});

test('who knows a bid asks nobody, and neither does anybody where the bidder is not named', () => {
  const { workers: all, told } = workers(2);
  search(all[1]);
  expect(search(all[0], { bidder: undefined }).bids).toEqual([undefined]);
  expect(told).toEqual([]);
});

test('a bid nobody knows is not waited for long', () => {
  const { workers: all, clock } = workers(2);
  const { bids } = search(all[0], { bidId: 'made-up' });
  expect(bids).toEqual([]);
  clock.wind(250);
  expect(bids).toEqual([undefined]);
});

test('a worker that stops waits for nothing more', () => {
  const { workers: all, clock } = workers(2);
  const { bids } = search(all[0], { bidId: 'made-up' });
  all[0]?.stop();
  expect([bids, clock.pending]).toEqual([[undefined], 0]);
});
