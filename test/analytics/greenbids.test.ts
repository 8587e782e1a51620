import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuctionReport } from '#src/analytics/auction-report.ts';
import greenbids, { isReported } from '#src/analytics/greenbids.ts';
import type { AnalyticsModule } from '#src/analytics/module.ts';
import type { Auction } from '#src/auction/auction.ts';
import { createPoster } from '#src/net/post.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { systemClock } from '#src/platform/clock.ts';
import { analyticsEnv, endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type Collector, startCollector } from '#test/helpers/collector.ts';
import { auctionReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const UUID = '11111111-1111-4111-8111-111111111111';
const services = testServices();
let collector: Collector;
const poster = createPoster();
const statuses: number[] = [];
beforeAll(async () => {
  collector = await startCollector((before) => statuses[before] ?? 202);
});
afterAll(async () => {
  await poster.close();
  await collector.close();
});

function create(options: object = {}): AnalyticsModule {
  const env = analyticsEnv(200, [], { post: poster.post, clock: { ...systemClock, now: () => 5000 } });
  const module = greenbids.create(greenbids.options.parse({ enabled: true, analytics_server: collector.url, ...options }), env);
  if (!module) throw new Error('is off');
  return module;
}

const requestWith = (settings: object | undefined, over: Partial<BidRequest> = {}): BidRequest => ({
  ...validRequest(),
  id: 'auction',
  imp: [
    {
      id: 'one',
      banner: { format: [{ w: 300, h: 250 }], pos: 1 },
      ext: { gpid: '/1/home', srv: { bidder: { a: { p: 1 }, b: {}, c: { q: 2 } } } },
    },
    { id: 'two', video: { mimes: ['video/mp4'] }, ext: { srv: { storedrequest: { id: 'stored' }, bidder: { a: { p: 3 } } } } },
    { id: 'three', banner: { w: 1, h: 2, id: 'name' }, ext: { srv: { bidder: {} } } },
  ],
  site: { page: 'https://publisher.example/page' },
  device: { ua: 'agent' },
  ext: { srv: { auctiontimestamp: 4000, ...(settings ? { analytics: { greenbids: settings } } : {}) } },
  ...over,
});

function report(request: BidRequest, over: Partial<Auction> = {}): AuctionReport {
  const response = { id: 'auction', cur: 'EUR', seatbid: [{ seat: 'a', bid: [{ id: 'bid', impid: 'one', price: 1.5 }] }] };
  const nonBids = [
    { seat: 'b', impId: 'one', code: 101 },
    { seat: 'c', impId: 'one', code: 0 },
    { seat: 'a', impId: 'two', code: 0 },
  ] as Auction['nonBids'];
  const auction = endedAuction(services, request, { response: response as never, nonBids, ...over });
  return auctionReport(auction, services, { name: 'greenbids' });
}

describe('greenbids', () => {
  test('posts the result of every bidder for every imp', async () => {
    const module = create();
    const reported = module.encode(report(requestWith({ pbuid: 'publisher', greenbidsSampling: 1 })));
    await module.send({ channel: '', items: [{ id: 'e', text: reported?.text ?? '', at: 0 }] }, AbortSignal.timeout(5000));
    const { headers, body } = collector.collected.at(-1) ?? { headers: {}, body: '' };
    expect(headers).toMatchObject({ 'x-request-origin': 'Prebid Server', 'user-agent': 'agent', 'content-type': 'application/json' });
    expect(JSON.parse(body)).toEqual({
      version: '2.2.0',
      auctionId: 'auction',
      referrer: 'https://publisher.example/page',
      sampling: 1,
      prebidServer: 'auctor/1',
      greenbidsId: UUID,
      pbuid: 'publisher',
      billingId: UUID,
      adUnits: [
        {
          code: 'one',
          unifiedCode: { value: '/1/home', source: 'gpidSource' },
          mediaTypes: { banner: { sizes: [[300, 250]], pos: 1 } },
          bids: [
            { bidder: 'a', isTimeout: false, hasBid: true, params: { p: 1 }, cpm: 1.5, currency: 'EUR' },
            { bidder: 'b', isTimeout: true, hasBid: false, params: {}, currency: 'EUR' },
            { bidder: 'c', isTimeout: false, hasBid: false, params: { q: 2 }, currency: 'EUR' },
          ],
        },
        {
          code: 'two',
          unifiedCode: { value: 'stored', source: 'storedRequestIdSource' },
          mediaTypes: { video: { mimes: ['video/mp4'] } },
          bids: [{ bidder: 'a', isTimeout: false, hasBid: false, params: { p: 3 }, currency: 'EUR' }],
        },
        {
          code: 'three',
          unifiedCode: { value: 'three', source: 'adUnitCodeSource' },
          mediaTypes: { banner: { sizes: [[1, 2]], name: 'name' } },
          bids: [],
        },
      ],
      auctionElapsed: 1000,
    });
  });

  test('counts from the start of the auction if the client sent no time', () => {
    const request = requestWith({ pbuid: 'p' });
    delete request.ext?.srv?.auctiontimestamp;
    const { text = '' } = create().encode(report(request, { startedAt: 4900 })) ?? {};
    expect(JSON.parse(text.split('\n')[1] ?? '')).toMatchObject({ auctionElapsed: 100 });
  });

  test('reports a rejection by the service', async () => {
    statuses[collector.collected.length] = 503;
    const module = create();
    const { text = '' } = module.encode(report(requestWith({ pbuid: 'p' }))) ?? {};
    const sending = module.send({ channel: '', items: [{ id: 'e', text, at: 0 }] }, AbortSignal.timeout(5000));
    await expect(sending).rejects.toThrow('Unexpected response status: 503');
  });

  test('receives only auctions with a response whose request or account has settings for it', () => {
    expect(create().encode(report(requestWith(undefined)))).toBeUndefined();
    expect(create().encode(report(requestWith({ pbuid: 'p' }), { response: undefined }))).toBeUndefined();
    const account = {
      ...services.config.account_defaults,
      analytics: { ...services.config.account_defaults.analytics, modules: { greenbids: { pbuid: 'of-account' } } },
    };
    expect(create().encode(report(requestWith(undefined), { account }))?.text).toContain('"pbuid":"of-account"');
  });

  test('uses the fingerprint and the first decisions of its own module', () => {
    const decision = { greenbids: { fingerprint: 'aaaa0000', keptInAuction: { a: true }, isExploration: false }, tid: 't' };
    const tagsOf = (...values: readonly object[]) => ({
      activities: values.map((one) => ({
        name: 'greenbids-filter',
        status: 'success',
        results: [{ status: 'success-modify', values: { one } }],
      })),
    });
    const result = { module: 'greenbids-real-time-data', hook: 'h', status: 'success', tags: tagsOf(decision, { tid: 'later' }) };
    const failed = { ...result, status: 'failure', tags: tagsOf({ tid: 'of a failed hook' }) };
    const hooks = { outcomes: [{ stage: 'processed_auction_request', entity: '', ms: 1, groups: [{ ms: 1, results: [failed, result] }] }] };
    const { text = '' } = create().encode(report(requestWith({ pbuid: 'p', greenbidsSampling: 0.01 }), { hooks: hooks as never })) ?? {};
    const { greenbidsId, adUnits } = JSON.parse(text.split('\n')[1] ?? '') as { greenbidsId: string; adUnits: { ortb2Imp?: object }[] };
    expect([greenbidsId, adUnits.map(({ ortb2Imp }) => ortb2Imp)]).toEqual(['aaaa0000', [{ ext: decision }, undefined, undefined]]);
  });

  test.each([
    [0.5, 'x0000', true],
    [0.5, 'x7332', true],
    [0.5, 'x7334', false],
    [0.5, 'xf332', false],
    [0.5, 'xf334', true],
    [0, 'x0000', false],
    [1, 'xe800', true],
    [-1, 'xffff', true],
    [1.1, 'xffff', true],
  ])('with a share of %s samples the fingerprint %s: %s', (rate, mark, reported) => {
    expect(isReported(rate, mark, 0.9)).toBe(reported);
  });

  test('requires an address if enabled', () => {
    expect(() => create({ analytics_server: '' })).toThrow('analytics_server: is not a URL: ');
    expect(greenbids.create(greenbids.options.parse({}), analyticsEnv(200))).toBeUndefined();
  });
});
