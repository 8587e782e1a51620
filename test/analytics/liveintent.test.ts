import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuctionReport } from '#src/analytics/auction-report.ts';
import liveintent from '#src/analytics/liveintent.ts';
import type { AnalyticsModule, Report } from '#src/analytics/module.ts';
import type { Auction } from '#src/auction/auction.ts';
import { fetchBody } from '#src/net/fetch-body.ts';
import { createPoster } from '#src/net/post.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import { analyticsEnv, endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type Collector, startCollector } from '#test/helpers/collector.ts';
import { auctionReport } from '#test/helpers/reports.ts';
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
  const module = liveintent.create(options, analyticsEnv(200, [], { post: poster.post, fetchBody }));
  if (!module) throw new Error('is off');
  return module;
}

/** The service's request for a report: path and body; undefined: none. */
async function reported(report: Report): Promise<[string, string] | undefined> {
  const module = create();
  const made = module.encode(report);
  if (!made) return undefined;
  await module.send({ channel: made.channel ?? '', items: [{ id: 'e', text: made.text, at: 0 }] }, AbortSignal.timeout(5000));
  const { path = '', body = '' } = collector.collected.at(-1) ?? {};
  return [path, body];
}

function reportOf(over: Partial<Auction> = {}, srv: RequestSrv = { auctiontimestamp: 7 }): AuctionReport {
  const imp = [
    { ...validRequest().imp[0], id: 'one', tagid: 'unit' },
    { id: 'two', banner: {} },
  ];
  const request = { ...validRequest(), imp, ext: { srv } };
  const bid = [
    { id: 'b1', impid: 'one', price: 1.25 },
    { id: 'b2', impid: 'two', price: 2 },
    { id: 'b3', impid: 'elsewhere', price: 3 },
  ];
  const response = { id: 'r', cur: 'USD', seatbid: [{ seat: 's', bid }] };
  const auction = endedAuction(services, request, { response: response as never, ...over });
  return auctionReport(auction, services, { name: 'liveintentAnalytics' });
}

const notification = (type: 'win' | 'imp'): Report =>
  ({ id: 'event-id', kind: 'notification', at: 0, accountId: 'a', event: { type, bidder: 'a b', bidId: 'b&1' } }) as unknown as Report;

describe('liveintent', () => {
  test('receives the bids of an auction', async () => {
    const [path, body] = (await reported(reportOf())) ?? ['', ''];
    const shared = { enriched: false, currency: 'USD', timestamp: 7, partnerId: 'pbsj' };
    expect([path, JSON.parse(body)]).toEqual([
      '/analytic-events/pbsj-bids',
      [
        { bidId: 'b1', price: 1.25, adUnitId: 'unit', ...shared },
        { bidId: 'b2', price: 2, ...shared },
      ],
    ]);
  });

  test.each(['liveintent-omni-channel-identity', 'liveintent_omni_channel_identity', 'liveintent.identity'])(
    'receives the result of its own module: %s',
    async (module) => {
      const activities = [{ name: 'liveintent-enriched', status: 'success', results: [{ status: '', values: { treatmentRate: 0.5 } }] }];
      const result = { module, hook: 'h', status: 'success', tags: { activities } };
      const hooks = { outcomes: [{ stage: 'processed_auction_request', entity: '', ms: 1, groups: [{ ms: 1, results: [result] }] }] };
      const [, body] = (await reported(reportOf({ hooks: hooks as never }))) ?? ['', ''];
      expect((JSON.parse(body) as object[])[0]).toMatchObject({ enriched: true, treatmentRate: 0.5 });
    },
  );

  test('receives the start of the auction if the client sent no time', async () => {
    const [, body] = (await reported(reportOf({ startedAt: 4900 }, {}))) ?? [];
    expect(JSON.parse(body ?? '')).toEqual([expect.objectContaining({ timestamp: 4900 }), expect.objectContaining({ timestamp: 4900 })]);
  });

  test('receives wins, nothing else, and no auction without bids', async () => {
    expect(await reported(notification('win'))).toEqual(['/analytic-events/pbsj-winning-bid?b=a%20b&bidId=b%261', '']);
    expect(await reported(notification('imp'))).toBeUndefined();
    expect(await reported(reportOf({ response: { id: 'r', cur: 'USD', seatbid: [] } as never }))).toBeUndefined();
  });

  test('counts as failed if the service says so', async () => {
    statuses[collector.collected.length] = 500;
    await expect(reported(notification('win'))).rejects.toThrow('the service responded with status 500');
  });
});
