import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { publishEnd } from '#src/auction/publish.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { EndedAuction } from '#src/modules/ended-auction.ts';
import type { Module } from '#src/modules/hook.ts';
import { HookRegistry } from '#src/modules/hook-registry.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import definition from '#src/modules/traffic-shaping/module.ts';
import { shapingSettings } from '#src/modules/traffic-shaping/settings.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { RollupCollector } from '#src/rollups/collector.ts';
import { countEnded } from '#src/rollups/count-ended.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';
import { type Ended, moduleServices, runFullAuction } from '#test/helpers/modules.ts';
import type { TestServices } from '#test/helpers/services.ts';

const SETTINGS = { min_calls: 10, min_bid_rate: 0.5, exploration_share: 0.1 };
const QUICK = { ...SETTINGS, min_calls: 2, min_bid_rate: 1 };

const request = (imp: Ext = {}, country = 'DEU'): BidRequest =>
  ({
    id: 'r',
    imp: [{ id: 'a', banner: {}, ext: { srv: { bidder: { loud: {}, quiet: { p: 1 } } } }, ...imp }],
    device: { geo: { country } },
  }) as unknown as BidRequest;

/** Ended auctions in which `loud` bids and `quiet` does not. */
const ended: EndedAuction = {
  accountId: 'a',
  request: request(),
  calls: [
    { bidder: 'loud', impIds: ['a'], bids: [{ impId: 'a', revenue: 0.002 }] },
    { bidder: 'quiet', impIds: ['a'], bids: [] },
  ],
};

let metrics: MetricsRegistry;

beforeEach(() => {
  metrics = new MetricsRegistry();
});

/** A module that has learned from 40 auctions. */
function learned(settings: Ext = SETTINGS, draw = 0.5): Module {
  const module = definition.start(
    settings,
    moduleEnv({ metrics, random: { next: () => draw, uuid: () => '', bits63: () => 0n } }),
  ) as Module;
  for (let i = 0; i < 40; i++) module.ended?.(ended);
  return module;
}

const run = (module: Module, given: BidRequest, account: Ext = {}) =>
  module.hooks.processed_auction_request?.(given as never, hookContext({ settings: account }));

const biddersOf = ({ imp }: BidRequest): string[] => Object.keys(imp[0]?.ext?.srv?.bidder ?? {});

describe('a bidder that does not bid on a kind of traffic', () => {
  test('is skipped with its reason, and the call is counted as saved', async () => {
    const given = request();
    expect(await run(learned(), given)).toEqual({ rejections: { quiet: [{ impId: 'a', reason: 203, lostRevenue: 0 }] } });
    expect(biddersOf(given)).toEqual(['loud']);
    expect(nonZero(metrics.expose())).toEqual({ 'traffic_shaping_saved_calls{mode="live"}': 1, traffic_shaping_arms: 2 });
  });

  test('is called if its draw explores', async () => {
    const given = request();
    expect(await run(learned(SETTINGS, 0.09), given)).toBeUndefined();
    expect(biddersOf(given)).toEqual(['loud', 'quiet']);
  });

  test.each([
    ['another country', {}, 'FRA'],
    ['another format', { banner: undefined, video: {} }, 'DEU'],
    ['deals', { pmp: { deals: [{ id: 'd' }] } }, 'DEU'],
    ['a deal tier of the bidder', { ext: { srv: { bidder: { loud: {}, quiet: { dealTier: { prefix: 'p', minDealTier: 5 } } } } } }, 'DEU'],
    ['a stored response', { ext: { srv: { bidder: { loud: {}, quiet: {} }, storedauctionresponse: { id: 's' } } } }, 'DEU'],
  ])('is called for an imp with %s', async (_name, imp, country) => {
    const given = request(imp, country);
    expect(await run(learned(), given)).toBeUndefined();
    expect(biddersOf(given)).toEqual(['loud', 'quiet']);
  });

  test('is called in test requests, for exempt bidders, and for accounts that disable shaping', async () => {
    expect(await run(learned(), { ...request(), test: 1 })).toBeUndefined();
    expect(await run(learned({ ...SETTINGS, exempt_bidders: ['quiet'] }), request())).toBeUndefined();
    expect(await run(learned(), request(), { enabled: false })).toBeUndefined();
  });

  test('is only counted in a dry run', async () => {
    const given = request();
    expect(await run(learned({ ...SETTINGS, dry_run: true }), given)).toBeUndefined();
    expect(biddersOf(given)).toEqual(['loud', 'quiet']);
    expect(nonZero(metrics.expose(), 'traffic_shaping_saved_calls')).toEqual({ 'traffic_shaping_saved_calls{mode="dry_run"}': 1 });
  });

  test('is called again after it bid in exploring calls', async () => {
    const module = learned({ ...SETTINGS, window_calls: 20 });
    for (let i = 0; i < 40; i++)
      module.ended?.({ ...ended, calls: [{ bidder: 'quiet', impIds: ['a'], bids: [{ impId: 'a', revenue: 0 }] }] });
    expect(await run(module, request())).toBeUndefined();
  });

  test('is skipped with the revenue that its rare bids brought', async () => {
    const module = learned();
    module.ended?.({ ...ended, calls: [{ bidder: 'quiet', impIds: ['a'], bids: [{ impId: 'a', revenue: 0.0041 }] }] });
    expect(await run(module, request())).toEqual({ rejections: { quiet: [{ impId: 'a', reason: 203, lostRevenue: 0.0041 / 41 }] } });
    expect(nonZero(metrics.expose(), 'traffic_shaping_lost_revenue')).toEqual({ 'traffic_shaping_lost_revenue{mode="live"}': 0.0041 / 41 });
  });
});

test("invalid settings stop the start with their field, and those of an account leave the host's", async () => {
  expect(() => shapingSettings({ exploration_share: 0 })).toThrow('exploration_share: ');
  expect(() => shapingSettings({ 'max-share': 1 })).toThrow('max_share: ');
  const given = request();
  await run(learned(), given, { exploration_share: 'half' });
  expect(biddersOf(given)).toEqual(['loud']);
});

test('the documented settings start the module', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/MODULES.md'), 'utf8');
  const [, settings = ''] = /```yaml\n(# traffic shaping\n[\s\S]*?)```/.exec(page) ?? [];
  const config = hostSchema.parse(parse(settings));
  const hooks = await openHooks(config, await findModules(), moduleEnv(), metrics);
  expect(hooks?.plan(config.account_defaults.hooks, '/openrtb2/auction').groups.processed_auction_request).toMatchObject([
    { hooks: [{ module: 'auctor.trafficshaping' }] },
  ]);
});

describe('an auction of a host with traffic shaping', () => {
  /** A host of which `alpha` bids and `beta` never does. */
  async function host(): Promise<TestServices> {
    const script = (bidder: string) =>
      bidder === 'alpha'
        ? {
            afterMs: 1,
            response: {
              body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 2, crid: 'c', adm: '<p/>' }] }] }),
            },
          }
        : { afterMs: 1, response: { status: 204, body: '' } };
    const services = moduleServices({}, { bidders: ['alpha', 'beta'], script });
    const module = (await definition.start(QUICK, moduleEnv())) as Module;
    const loaded = { codes: [definition.code], module, defaultPlan: definition.defaultPlan };
    return Object.assign(services, { hooks: new HookRegistry(services.config, [loaded], silentLog, services.metrics) });
  }

  const auctionOf = async (services: TestServices): Promise<Ended> => {
    const made = await runFullAuction(services, {
      ...validRequest(['alpha', 'beta']),
      ext: { srv: { returnallbidstatus: true, targeting: {} } },
    });
    publishEnd(made.auction, services);
    return made;
  };

  test('reports the bidder in seatnonbid and the saved call in rollups', async () => {
    const services = await host();
    for (let i = 0; i < 30; i++) await auctionOf(services);
    const { auction, body } = await auctionOf(services);
    expect(auction.outcomes.map(({ bidder }) => bidder)).toEqual(['alpha']);
    expect((body['ext'] as Ext)['seatnonbid']).toEqual([{ nonbid: [{ impid: 'imp-1', statuscode: 203 }], seat: 'beta' }]);
    const collector = new RollupCollector({ max_keys: 10, top: 5 }, 0);
    countEnded(collector, { auction, tookMs: 1 });
    const rollup = collector.take(1);
    expect(rollup?.bidders.map(({ key, calls, saved, lostRevenue }) => [key, calls, saved, lostRevenue])).toEqual([
      ['alpha', 1, 0, 0],
      ['beta', 0, 1, 0],
    ]);
    expect(rollup?.total.saved).toBe(1);
  });
});
