import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuctionBid } from '#src/auction/bid.ts';
import { target } from '#src/auction/target.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { aBid, collectBids, targetingSettings } from '#test/helpers/bids.ts';
import { testServices } from '#test/helpers/services.ts';

const code = fc.oneof(
  fc.constantFrom('alpha', 'beta', 'exampleNetworkWithALongName', 'ünïcödé'),
  fc.string({ minLength: 1, maxLength: 12 }),
);
const bid = fc
  .record({
    seat: code,
    impid: fc.constantFrom('imp-1', 'imp-2', 'imp-3'),
    price: fc.integer({ min: 0, max: 500 }).map((units) => units / 100),
    dealid: fc.constantFrom(undefined, undefined, 'deal'),
    size: fc.constantFrom(0, 250),
  })
  .map(({ seat, impid, price, dealid, size }) => aBid({ impid, price, dealid, w: size, h: size }, { seat, bidder: seat }));
const settings = fc
  .record({
    maxKeyLength: fc.integer({ min: 8, max: 30 }),
    includeWinners: fc.boolean(),
    includeBidderKeys: fc.boolean(),
    includeFormat: fc.boolean(),
    preferDeals: fc.boolean(),
    alwaysIncludeDeals: fc.boolean(),
  })
  .map(targetingSettings);
const multibid = fc.array(
  fc.record({ bidder: code, maxbids: fc.integer({ min: 1, max: 9 }), targetbiddercodeprefix: fc.constantFrom('', 'al') }),
  {
    maxLength: 3,
  },
);

/** Runs `target` over the bids; returns the remaining ones. */
const auctionOf = fc
  .record({ bids: fc.array(bid, { maxLength: 12 }), targeting: settings, multibid, java: fc.boolean() })
  .map(({ bids, java, ...over }) => {
    const services = testServices({ settings: { variant: java ? 'java' : 'go' } });
    const auction = collectBids(anAuction(services, validRequest(), over), ...bids);
    void target(auction, services);
    return { auction, all: bids, left: [...auction.seats.values()].flatMap((seat) => seat.bids) };
  });
const PLAIN = /^hb_(pb|bidder|size|format|deal|env)$/;
const better = (a: AuctionBid, b: AuctionBid) => a.bid.price >= b.bid.price;

describe('targeting', () => {
  it('has no key longer than the limit', () => {
    fc.assert(
      fc.property(auctionOf, ({ auction, left }) => {
        const keys = left.flatMap(({ targeting }) => Object.keys(targeting ?? {}));
        for (const key of keys) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(auction.targeting?.maxKeyLength ?? 0);
      }),
    );
  });

  it('has unsuffixed keys on at most one bid per imp, the winner', () => {
    fc.assert(
      fc.property(auctionOf, ({ auction, left }) => {
        fc.pre((auction.targeting?.maxKeyLength ?? 0) >= 20);
        for (const impid of ['imp-1', 'imp-2', 'imp-3']) {
          const bare = left.filter(
            ({ bid: { impid: own }, targeting }) => own === impid && Object.keys(targeting ?? {}).some((key) => PLAIN.test(key)),
          );
          expect(bare.length).toBeLessThanOrEqual(1);
          if (bare[0]) expect(auction.winners.get(impid)).toBe(bare[0]);
        }
      }),
    );
  });

  it('lets no loser have a higher price than the winner, except against a preferred deal', () => {
    fc.assert(
      fc.property(auctionOf, ({ auction, all }) => {
        for (const bid of all) {
          const winner = auction.winners.get(bid.bid.impid);
          if (!winner) expect.unreachable('every imp that has bids has a winner');
          else if (!auction.targeting?.preferDeals || !winner.bid.dealid === !bid.bid.dealid) expect(better(winner, bid)).toBe(true);
          else expect(winner.bid.dealid).toBe('deal');
        }
      }),
    );
  });

  it('assigns different codes to all bids of an imp and seat', () => {
    fc.assert(
      fc.property(auctionOf, ({ left }) => {
        const codes = left
          .filter(({ targetCode }) => targetCode !== undefined)
          .map(({ bid: { impid }, seat, targetCode }) => `${impid}\n${seat}\n${targetCode}`);
        expect(new Set(codes).size).toBe(codes.length);
      }),
    );
  });
});
