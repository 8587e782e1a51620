import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { PreviousInMemory } from '#src/stores/previous-auctions/memory.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { noPeers, previousHost, STORE } from '#test/helpers/previous-auctions.ts';
import { runs } from './runs.ts';

const BIDDERS = ['alpha', 'beta', 'gamma'];
const IMPS = ['imp-1', 'imp-2'];

const bid = fc.record({
  impid: fc.constantFrom(...IMPS),
  price: fc.integer({ min: 1, max: 9999 }).map((cents) => cents / 100),
  dealid: fc.constantFrom(undefined, undefined, 'deal'),
});
const bidsOfBidder = fc.array(bid, { maxLength: 3 });
const auction = fc.record({
  account: fc.constantFrom('one', 'two'),
  user: fc.constantFrom('u', 'v'),
  floor: fc.constantFrom(0, 20),
  preferdeals: fc.boolean(),
  bids: fc.record({ alpha: bidsOfBidder, beta: bidsOfBidder, gamma: bidsOfBidder }),
});
type Held = typeof auction extends fc.Arbitrary<infer A> ? A : never;

const requestOf = ({ account, user, floor, preferdeals }: Held): BidRequest => {
  const request = validRequest(BIDDERS, IMPS.length);
  for (const imp of request.imp) if (floor > 0) Object.assign(imp, { bidfloor: floor, bidfloorcur: 'USD' });
  return {
    ...request,
    site: { page: 'https://publisher.example/page', publisher: { id: account } },
    user: { id: 'any', buyeruid: user },
    ext: { srv: { targeting: { preferdeals } } },
  };
};

/** Ids name the account, the user and the bidder. */
const responsesOf = ({ account, user, bids }: Held, round: number) =>
  Object.fromEntries(
    Object.entries(bids).map(([bidder, own]) => [
      bidder,
      own.map((one, at) => ({ ...one, id: `${account}/${user}/${bidder}/${round}/${at}`, crid: 'c', adm: '<p/>' })),
    ]),
  );

const held = fc.array(auction, { minLength: 2, maxLength: 6 });

test('a bidder learns nothing of other users, accounts and bidders', async () => {
  await fc.assert(
    fc.asyncProperty(held, async (auctions) => {
      const host = previousHost(BIDDERS);
      for (const [round, one] of auctions.entries()) {
        const { received } = await host.run(requestOf(one), responsesOf(one, round));
        for (const [bidder, infos] of Object.entries(received)) {
          for (const { bidId } of infos) {
            if (bidId !== undefined) expect(bidId.split('/').slice(0, 3)).toEqual([one.account, one.user, bidder]);
          }
        }
      }
    }),
    runs(25),
  );
});

test('the only price of another bidder that a bidder learns is the one it had to beat', async () => {
  await fc.assert(
    fc.asyncProperty(auction, async (one) => {
      const host = previousHost(BIDDERS, BIDDERS, { previous_auction_info: { enabled: true }, price_floors: { enabled: true } });
      await host.run(requestOf(one), responsesOf(one, 0));
      const { received } = await host.run(requestOf(one), {});
      for (const [bidder, infos] of Object.entries(received)) {
        const own = Object.entries(one.bids).find(([name]) => name === bidder)?.[1] ?? [];
        for (const { source: _, timestamp: __, code: ___, minBidToWin, ...info } of infos) {
          const numbers = Object.values(info).filter((value) => typeof value === 'number');
          for (const price of numbers) expect(own.map((made) => made.price)).toContain(price);
          expect(JSON.stringify(info)).not.toMatch(new RegExp(BIDDERS.filter((name) => name !== bidder).join('|')));
          if (minBidToWin === undefined) continue;
          const others = Object.entries(one.bids).flatMap(([name, bids]) => (name === bidder ? [] : bids));
          const prices = others.filter(({ impid }) => impid === info.impid).map(({ price }) => price);
          expect([one.floor, ...prices]).toContain(minBidToWin);
          if (info.outcome === 'won') expect(minBidToWin).toBeLessThanOrEqual(info.bidderCpm ?? 0);
          if (info.outcome === 'lost' && info.reason === 'price') {
            const best = own.filter(({ impid }) => impid === info.impid).map(({ price }) => price);
            expect(Math.max(minBidToWin, ...best)).toBeGreaterThanOrEqual(info.bidderCpm ?? 0);
          }
        }
      }
    }),
    runs(40),
  );
});

test('the store stays within its bytes and infos, whatever is added', () => {
  const ids = fc.string({ maxLength: 1500 });
  const added = fc.record({ user: fc.integer({ min: 0, max: 400 }), ids: fc.array(ids, { maxLength: 30 }) });
  fc.assert(
    fc.property(fc.array(added, { minLength: 1, maxLength: 60 }), (adds) => {
      const clock = new WoundClock();
      const store = new PreviousInMemory({ ...STORE, max_infos: 3, max_bytes: 65_536 }, clock, noPeers);
      for (const { user, ids: impids } of adds) {
        const key = store.keyOf({ account: 'a', bidder: 'b', core: 'b', buyeruid: String(user) });
        store.add(
          key,
          impids.map((impid) => ({ source: 'auctor', timestamp: clock.now(), impid, outcome: 'no-bid' as const })),
        );
        expect(store.bytes).toBeLessThanOrEqual(65_536);
        expect(store.find([key])[0]?.length).toBeLessThanOrEqual(3);
      }
    }),
    runs(60),
  );
});
