/** The schema of rollups. */
import { z } from 'zod';

const count = z.int().min(0);
const rate = z.number().min(0);
const at = z.number().describe('epoch ms');
const ms = z.number().min(0).describe('ms');

const percentiles = {
  p50: ms,
  p95: ms,
  p99: ms,
  histogram: z
    .array(z.tuple([ms, count]))
    .describe('durations within 6 % and their numbers: add those of several rollups to get percentiles of all'),
};

const counts = {
  auctions: count.describe('of a bidder: auctions in which it was called; of a media type: auctions with an imp of it'),
  rejected: count.describe('of a bidder: auctions in which it was not called because of its health'),
  withBids: count.describe('auctions with at least one bid'),
  calls: count.describe('bidders called'),
  timeouts: count,
  errors: count,
  bids: count.describe('before any check'),
  won: count.describe('bids that won their imp; 0 without targeting, because then no winner is picked'),
  wins: count.describe('win notifications'),
  revenue: z.number().describe('price of the bids that won, for one impression each, USD'),
  saved: count.describe('bidders not called to save the call (traffic shaping)'),
  lostRevenue: z.number().describe('revenue that could be expected of the bidders skipped, USD'),
};

const figures = {
  ...counts,
  bidRate: rate.describe('withBids / auctions'),
  winRate: rate.describe('won / bids'),
  latency: z.strictObject(percentiles).describe('duration of auctions, of a bidder its response time'),
};

const keys = z.array(z.strictObject({ key: z.string(), ...figures })).describe('the busiest first; `other` adds up the rest');

export const rollup = z.strictObject({
  from: at,
  to: at,
  since: at.describe('start of `sum`; figures of another start are another sum'),
  sum: z.strictObject(counts),
  total: z.strictObject(figures),
  accounts: keys,
  bidders: keys,
  mediaTypes: keys,
  countries: keys.describe('ISO 3166 codes of the device; `unknown` without one'),
  states: z.array(z.strictObject({ state: z.string(), count, ...percentiles })),
});
