import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuctionReport } from '#src/analytics/auction-report.ts';
import { cutCopy } from '#src/analytics/cut.ts';
import liveintent from '#src/analytics/liveintent.ts';
import type { AnalyticsModule, Report } from '#src/analytics/module.ts';
import type { Auction } from '#src/auction/auction.ts';
import { fetchText } from '#src/outside/fetch-text.ts';
import { createPoster } from '#src/outside/post.ts';
import { analyticsEnv, endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type Collector, startCollector } from '#test/helpers/collector.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const poster = createPoster();
const statuses: number[] = [];
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector((before) => statuses[before] ?? 200);
});
afterAll(async () => {
  await poster.close();
  await collector.close();
});

function create(): AnalyticsModule {
  const options = liveintent.options.parse({
    enabled: true,
    partner_id: 'pbsj',
    analytics_endpoint: `${collector.url}/`,
    timeout_ms: 5000,
  });
  const module = liveintent.create(options, analyticsEnv(200, [], { post: poster.post, fetchText }));
  if (!module) throw new Error('is off');
  return module;
}

/** What the service gets of a report: path and body; undefined: nothing. */
async function told(report: Report): Promise<[string, string] | undefined> {
  const module = create();
  const made = module.encode(report);
  if (!made) return undefined;
  await module.send({ channel: made.channel ?? '', items: [{ text: made.text, at: 0 }] }, AbortSignal.timeout(5000));
  const { path = '', body = '' } = collector.collected.at(-1) ?? {};
  return [path, body];
}

function auctionReport(over: Partial<Auction> = {}): AuctionReport {
  const imp = [
    { ...validRequest().imp[0], id: 'one', tagid: 'unit' },
    { id: 'two', banner: {} },
  ];
  const request = { ...validRequest(), imp, ext: { srv: { auctiontimestamp: 7 } } };
  const bid = [
    { id: 'b1', impid: 'one', price: 1.25 },
    { id: 'b2', impid: 'two', price: 2 },
    { id: 'b3', impid: 'elsewhere', price: 3 },
  ];
  const response = { id: 'r', cur: 'USD', seatbid: [{ seat: 's', bid }] };
  const auction = endedAuction(services, request, { response: response as never, ...over });
  return new AuctionReport(auction, cutCopy(auction, { name: 'liveintentAnalytics', hasGround: false }, services), 0, 1);
}

const notification = (type: 'win' | 'imp'): Report =>
  ({ kind: 'notification', at: 0, accountId: 'a', event: { type, bidder: 'a b', bidId: 'b&1' } }) as unknown as Report;

describe('liveintent', () => {
  test('is posted the bids of an auction', async () => {
    const [path, body] = (await told(auctionReport())) ?? ['', ''];
    const shared = { enriched: false, currency: 'USD', timestamp: 7, partnerId: 'pbsj' };
    expect([path, JSON.parse(body)]).toEqual([
      '/analytic-events/pbsj-bids',
      [
        { bidId: 'b1', price: 1.25, adUnitId: 'unit', ...shared },
        { bidId: 'b2', price: 2, ...shared },
      ],
    ]);
  });

  test('learns what its own module did with the request', async () => {
    const activities = [
      { name: 'liveintent-enriched', status: 'success' },
      { name: 'liveintent-treatment-rate', status: '0.5' },
    ];
    const result = { module: 'liveintent-omni-channel-identity-enrichment-hook', hook: 'h', status: 'success', tags: { activities } };
    const hooks = { outcomes: [{ stage: 'processed_auction_request', entity: '', ms: 1, groups: [{ ms: 1, results: [result] }] }] };
    const [, body] = (await told(auctionReport({ hooks: hooks as never }))) ?? ['', ''];
    expect((JSON.parse(body) as object[])[0]).toMatchObject({ enriched: true, treatmentRate: 0.5 });
  });

  test('hears of wins, of nothing else, and of no auction without bids', async () => {
    expect(await told(notification('win'))).toEqual(['/analytic-events/pbsj-winning-bid?b=a%20b&bidId=b%261', '']);
    expect(await told(notification('imp'))).toBeUndefined();
    expect(await told(auctionReport({ response: { id: 'r', cur: 'USD', seatbid: [] } as never }))).toBeUndefined();
  });

  test('counts as failed where the service says so', async () => {
    statuses[collector.collected.length] = 500;
    await expect(told(notification('win'))).rejects.toThrow('the service answered 500');
  });
});
