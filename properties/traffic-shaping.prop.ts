import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '#src/lang/seeded-random.ts';
import type { EndedAuction } from '#src/modules/ended-auction.ts';
import { Arms, callProbability, plausibleBidRate } from '#src/modules/traffic-shaping/arms.ts';
import { type ShapingSettings, shapingSettings } from '#src/modules/traffic-shaping/settings.ts';
import { Shaper, type Skipped } from '#src/modules/traffic-shaping/shaper.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { runs } from './runs.ts';

const BIDDERS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];

const settings: fc.Arbitrary<ShapingSettings> = fc
  .record({
    exploration_share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    max_share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    min_bid_rate: fc.double({ min: 0.2, max: 1, noNaN: true }),
    min_calls: fc.integer({ min: 1, max: 5 }),
    window_calls: fc.integer({ min: 50, max: 500 }),
    max_arms: fc.integer({ min: 1, max: 60 }),
    exempt_bidders: fc.subarray(BIDDERS, { maxLength: 1 }),
  })
  .map((given) => shapingSettings(given));

const DEAL = { dealTier: { prefix: 'p', minDealTier: 5 } };

const imp = fc.record({
  format: fc.constantFrom('banner', 'video'),
  bidders: fc.subarray(BIDDERS, { minLength: 1 }),
  withDealTier: fc.subarray(BIDDERS, { maxLength: 1 }),
  deals: fc.boolean(),
});

/** One auction: its request, and which of its bidders bid. */
const auction = fc
  .record({
    imps: fc.array(imp, { minLength: 1, maxLength: 3 }),
    country: fc.constantFrom('DEU', 'FRA', undefined),
    bidding: fc.subarray(BIDDERS),
  })
  .map(({ imps, country, bidding }): EndedAuction => {
    const request = {
      id: 'r',
      imp: imps.map(({ format, bidders, withDealTier, deals }, i) => ({
        id: `imp-${i}`,
        [format]: {},
        ...(deals ? { pmp: { deals: [{ id: 'd' }] } } : {}),
        ext: { srv: { bidder: Object.fromEntries(bidders.map((name) => [name, withDealTier.includes(name) ? DEAL : {}])) } },
      })),
      ...(country === undefined ? {} : { device: { geo: { country } } }),
    } as BidRequest;
    const calls = BIDDERS.map((bidder) => {
      const impIds = request.imp.filter(({ ext }) => ext?.srv?.bidder?.[bidder]).map(({ id }) => id);
      return { bidder, impIds, bids: bidding.includes(bidder) ? impIds.map((impId) => ({ impId, revenue: 0.001 })) : [] };
    });
    return { accountId: 'a', request, calls };
  });

const history = fc.array(auction, { minLength: 1, maxLength: 20 });

/** Calls of a kind of traffic come by the thousand. */
const REPEATED = 20;

/** The choices of a shaper that learns after each. */
function choices(own: ShapingSettings, auctions: readonly EndedAuction[], next: () => number): Skipped[][] {
  const shaper = new Shaper(own, { next });
  return auctions.map((one) => {
    const skipped = shaper.choose(one.request as BidRequest, one.accountId, own);
    for (let times = 0; times < REPEATED; times++) shaper.learn(one);
    return skipped;
  });
}

const paramsOf = ({ request }: EndedAuction, impId: string) => request.imp.find(({ id }) => id === impId);

describe('traffic shaping', () => {
  test('calls every bidder with at least the exploration share: no draw below it skips one', () => {
    fc.assert(
      fc.property(settings, history, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (own, auctions, draw) => {
        const below = draw * own.exploration_share;
        fc.pre(below < own.exploration_share);
        expect(choices(own, auctions, () => below).flat()).toEqual([]);
      }),
      runs(60),
    );
  });

  test('skips at most the configured share of the bidders of an imp, and never all', () => {
    let skippedOnce = 0;
    fc.assert(
      fc.property(settings, history, (own, auctions) => {
        for (const [i, skipped] of choices(own, auctions, () => 0.999_999).entries()) {
          for (const [impId, bidders] of Map.groupBy(skipped, (one) => one.impId)) {
            skippedOnce++;
            const all = Object.keys(paramsOf(auctions[i] as EndedAuction, impId)?.ext?.srv?.bidder ?? {}).length;
            expect(bidders.length).toBeLessThanOrEqual(all * own.max_share);
            expect(bidders.length).toBeLessThan(all);
          }
        }
      }),
      runs(60),
    );
    expect(skippedOnce).toBeGreaterThan(0);
  });

  test('never skips bidders of imps with deals, bidders with a deal tier, or exempt bidders', () => {
    fc.assert(
      fc.property(settings, history, (own, auctions) => {
        for (const [i, skipped] of choices(own, auctions, () => 0.999_999).entries()) {
          for (const { impId, bidder } of skipped) {
            const given = paramsOf(auctions[i] as EndedAuction, impId);
            expect([given?.pmp, given?.ext?.srv?.bidder?.[bidder], own.exempt_bidders.includes(bidder)]).toEqual([undefined, {}, false]);
          }
        }
      }),
      runs(60),
    );
  });

  test('repeats its choices with the same draws', () => {
    fc.assert(
      fc.property(settings, history, fc.nat(), (own, auctions, seed) => {
        expect(choices(own, auctions, seededRandom(seed))).toEqual(choices(own, auctions, seededRandom(seed)));
      }),
      runs(30),
    );
  });

  test('remembers at most the configured number of kinds of traffic', () => {
    fc.assert(
      fc.property(settings, fc.array(fc.string(), { maxLength: 60 }), (own, countries) => {
        const arms = new Arms(own);
        for (const country of countries) arms.record('alpha', { accountId: 'a', format: 'banner', country }, false, 0);
        expect(arms.size).toBeLessThanOrEqual(own.max_arms);
      }),
      runs(60),
    );
  });

  test('calls a bidder the more the more it bids', () => {
    fc.assert(
      fc.property(settings, fc.integer({ min: 1, max: 1000 }), fc.nat(1000), fc.nat(1000), (own, calls, one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)].map((bids) => Math.min(bids, calls)) as [number, number];
        const probability = (bids: number): number => callProbability({ calls, bids, revenue: 0 }, own);
        expect(probability(more)).toBeGreaterThanOrEqual(probability(fewer) - 1e-12);
        expect(plausibleBidRate({ calls, bids: more })).toBeGreaterThanOrEqual(more / calls - 1e-12);
      }),
      runs(100),
    );
  });
});
