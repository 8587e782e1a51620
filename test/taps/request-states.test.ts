/** What a tap with bodies shows of the request between states. */
import { EMPTY } from 'rxjs';
import { expect, test } from 'vitest';
import type { AuctionContext } from '#machines/auction-context.ts';
import { STAGES } from '#machines/lifecycle.ts';
import { runAuction } from '#machines/run.ts';
import { storeRequests } from '#machines/store-requests.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { toAuctionBodies } from '#src/taps/auction-data.ts';
import { incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { subscription, TestSink, testTaps } from '#test/helpers/tap-hub.ts';

type Stages = AuctionContext['stages'];

/** Runs an auction whose states change its request. */
function run(bodies: boolean, over: Partial<Stages> = {}): Auction {
  const { hub, bus } = testTaps();
  const services = { ...testServices(), bus };
  hub.connect(new TestSink()).subscribe(subscription({ kinds: ['auction'], bodies }));
  const plain = Object.fromEntries([...STAGES, 'reject'].map((name) => [name, () => {}]));
  const validate: Stages['validate'] = (auction) => {
    auction.request = { ...validRequest(['alpha']), tmax: 100 };
  };
  const stages = { ...plain, collect: () => EMPTY, validate, ...over } as Stages;
  const auction = newAuction('auction', incoming({}), services, () => {});
  runAuction(auction, services, storeRequests(stages, services));
  return auction;
}

const enrich: Stages['enrich'] = (auction) => {
  auction.request.tmax = 200;
};

const tmaxes = (auction: Auction): unknown =>
  toAuctionBodies(auction, (text) => text).states?.map(({ state, request }) => [state, (JSON.parse(request) as { tmax: number }).tmax]);

test('a tap with bodies has the request after each state that changed it', () => {
  expect(tmaxes(run(true, { enrich }))).toEqual([
    ['validate', 100],
    ['enrich', 200],
  ]);
  expect(tmaxes(run(true))).toEqual([['validate', 100]]);
});

test('without a tap with bodies no request is stored', () => {
  expect(run(false, { enrich }).requestStates).toBeUndefined();
});
