import { expect, test } from 'vitest';
import { shapingSettings } from '#src/modules/traffic-shaping/settings.ts';
import { ShapingSimulation, shapingLines } from '#src/replay/shaping.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';
import type { Scripted } from '#test/helpers/transport.ts';

const bidOf = (price: number): Scripted => ({
  afterMs: 1,
  response: {
    body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: [{ id: `b${price}`, impid: 'imp-1', price, crid: 'c', adm: '<p/>' }] }] }),
  },
});
const noBid: Scripted = { afterMs: 1, response: { status: 204, body: '' } };

/** Adds auctions in which each of the bidders bids a price in CPM, or not. */
async function addAuctions(simulation: ShapingSimulation, count: number, prices: { readonly [bidder: string]: number }): Promise<void> {
  const bidders = Object.keys(prices);
  const script = (bidder: string): Scripted => (prices[bidder] ? bidOf(prices[bidder]) : noBid);
  const { auction } = await runFullAuction(moduleServices({}, { bidders, script }), validRequest(bidders));
  for (let i = 0; i < count; i++) simulation.add(auction);
}

test('a simulation counts saved calls, and lost revenue as the difference to the best remaining bid', async () => {
  const settings = shapingSettings({ min_calls: 10, min_bid_rate: 1, exploration_share: 0.001 });
  const simulation = new ShapingSimulation(settings, 1);
  await addAuctions(simulation, 1000, { alpha: 1, beta: 0 });
  const quiet = simulation.report();
  expect(quiet.bidders.map(({ bidder, calls, lostRevenue }) => [bidder, calls, lostRevenue])).toEqual([
    ['beta', 1000, 0],
    ['alpha', 1000, 0],
  ]);
  expect(quiet.total.saved).toBeGreaterThan(900);
  await addAuctions(simulation, 1, { alpha: 1, beta: 4 });
  const { bidders, total } = simulation.report();
  expect(bidders.find(({ bidder }) => bidder === 'beta')).toMatchObject({ calls: 1001, revenue: 0.004, lostRevenue: 0.003 });
  expect([total.calls, total.lostRevenue]).toEqual([2002, 0.003]);
  expect(total.revenue).toBeCloseTo(1.004);
});

test('a simulation with the same seed repeats its report', async () => {
  const [first, second] = [1, 1].map((seed) => new ShapingSimulation(shapingSettings({ min_calls: 10, min_bid_rate: 1 }), seed));
  for (const simulation of [first, second]) await addAuctions(simulation as ShapingSimulation, 200, { alpha: 1, beta: 0 });
  expect(first?.report()).toEqual(second?.report());
});

test('a report has a line per bidder and one for all', () => {
  const figures = { calls: 200, saved: 50, revenue: 0.4, lostRevenue: 0.002 };
  expect(shapingLines({ auctions: 100, total: figures, bidders: [{ bidder: 'beta', ...figures }] })).toEqual([
    'beta: 50 of 200 calls saved (25.0 %), 0.002000 of 0.400000 USD lost (0.5 %)',
    '100 auctions, all bidders: 50 of 200 calls saved (25.0 %), 0.002000 of 0.400000 USD lost (0.5 %)',
  ]);
});
