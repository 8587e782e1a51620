import { describe, expect, test } from 'vitest';
import { AuctionReport } from '#src/analytics/auction-report.ts';
import type { NamedModule, Report } from '#src/analytics/module.ts';
import { unlimited } from '#src/auction/privacy/decision.ts';
import type { EventCall } from '#src/events/notification.ts';
import { notify } from '#src/events/notification.ts';
import { silentLog } from '#src/platform/log.ts';
import { SyncReports } from '#src/sync/reports.ts';
import { startAnalytics } from '#streams/analytics.ts';
import { aModule, end, endedAuction, noSignals, settle } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';

const call: EventCall = { type: 'win', bidId: 'b', accountId: 'publisher', bidder: 'alpha', image: false, analytics: true };

function start(services: TestServices, ...modules: NamedModule[]) {
  return startAnalytics(modules, services);
}

const kinds = (reports: readonly Report[]): string[] => reports.map(({ kind }) => kind);

const counts = (services: TestServices): Record<string, number> =>
  Object.fromEntries(
    [...services.metrics.expose().matchAll(/^analytics_events\{module="(\w+)",kind="(\w+)",result="(\w+)"\} (\d+)$/gm)].map(
      ([, module, kind, result, count]) => [`${module} ${kind} ${result}`, Number(count)],
    ),
  );

describe('analytics pipelines', () => {
  test('do not subscribe to the bus without modules', () => {
    const services = testServices();
    start(services);
    expect(['auction', 'sync', 'event'].map((kind) => services.bus.hasSubscribers(kind as 'auction'))).toEqual([false, false, false]);
  });

  test('subscribe only to kinds that a module uses', () => {
    const services = testServices();
    start(services, aModule('one', { kinds: ['setuid'] }));
    expect([services.bus.hasSubscribers('auction'), services.bus.hasSubscribers('sync')]).toEqual([false, true]);
  });

  test('deliver auctions, syncs and notifications', async () => {
    const services = testServices();
    const one = aModule('one');
    const analytics = start(services, one);
    end(services, endedAuction(services));
    new SyncReports(services).publish('publisher', () => ({
      type: 'setuid',
      status: 200,
      bidder: 'x',
      uid: 'u',
      errors: [],
      success: true,
    }));
    notify(services, call, services.config.account_defaults);
    expect(kinds(one.reports)).toEqual(['auction', 'setuid', 'notification']);
    await analytics.stop(10);
    expect(one.parcels.map(({ items }) => items[0]?.text)).toEqual(['auction', 'setuid', 'notification']);
    end(services, endedAuction(services));
    expect([one.reports.length, services.bus.hasSubscribers('auction')]).toEqual([3, false]);
  });

  test('filter by the kinds of a module', () => {
    const services = testServices();
    const one = aModule('one', { kinds: ['amp', 'notification'] });
    start(services, one);
    end(services, endedAuction(services), endedAuction(services, validRequest(), { endpoint: 'amp' }));
    expect(kinds(one.reports)).toEqual(['amp']);
  });

  test('withhold auctions and notifications by reportAnalytics, but not syncs', () => {
    const services = testServices({
      settings: { account_defaults: { privacy: { allowactivities: { reportAnalytics: { default: false } } } } },
    });
    const one = aModule('one');
    start(services, one);
    end(services, endedAuction(services));
    notify(services, call, services.config.account_defaults);
    new SyncReports(services).publish('a', () => ({ type: 'cookie_sync', status: 200, errors: [], bidderStatus: [] }));
    expect(kinds(one.reports)).toEqual(['cookie_sync']);
    expect(counts(services)).toEqual({ 'one auction gated': 1, 'one notification gated': 1, 'one cookie_sync reported': 1 });
  });

  test('deliver a share of auctions, and their notifications', () => {
    const services = testServices({ settings: { account_defaults: { events: { enabled: true } } } });
    const roomy = { ...aModule('x').delivery, buffer: { count: 1000, bytes: 100_000 } };
    const half = aModule('half', { share: 0.5, delivery: roomy });
    const none = aModule('none', { share: 0 });
    start(services, half, none);
    const ids = Array.from({ length: 200 }, (_, i) => `request-${i}`);
    for (const id of ids) {
      const auction = endedAuction(services, { ...validRequest(), id });
      const bid = {
        bid: { id: `bid-${id}`, impid: 'imp-1', price: 1 },
        type: 'banner',
        seat: 'alpha',
        bidder: 'alpha',
        core: 'alpha',
      } as const;
      auction.seats.set('alpha', { seat: 'alpha', currency: 'USD', bids: [{ ...bid, originalPrice: 1, originalCurrency: 'USD' }] });
      end(services, auction);
      notify(services, { ...call, bidId: `bid-${id}` }, services.config.account_defaults);
    }
    const reported = half.reports.flatMap((report) => (report instanceof AuctionReport ? [report.request.id] : []));
    const won = half.reports.flatMap((report) => (report.kind === 'notification' ? [report.bid?.requestId] : []));
    expect(reported.length).toBeGreaterThan(70);
    expect(reported.length).toBeLessThan(130);
    expect(won).toEqual(reported);
    expect(none.reports).toEqual([]);
  });

  test('join a notification to its bid', () => {
    const services = testServices({ settings: { account_defaults: { events: { enabled: true } } } });
    const one = aModule('one', { kinds: ['notification'] });
    start(services, one);
    const auction = endedAuction(services);
    const bid = { id: 'b', impid: 'imp-1', price: 2.5, crid: 'creative', dealid: 'deal' };
    const filed = {
      bid,
      type: 'banner',
      seat: 'alpha',
      bidder: 'alpha',
      core: 'alpha',
      originalPrice: 2,
      originalCurrency: 'EUR',
    } as const;
    auction.seats.set('alpha', { seat: 'alpha', currency: 'USD', bids: [filed] });
    end(services, auction);
    notify(services, call, auction.account);
    notify(services, { ...call, bidder: 'beta' }, auction.account);
    const bids = one.reports.map((report) => (report.kind === 'notification' ? report.bid : 'no notification'));
    expect(bids).toEqual([
      {
        requestId: 'request',
        auctionStartedAt: auction.startedAt,
        impId: 'imp-1',
        bidder: 'alpha',
        price: 2.5,
        currency: 'USD',
        mediaType: 'banner',
        dealId: 'deal',
        creativeId: 'creative',
      },
      undefined,
    ]);
  });

  test('give each module its own copy', () => {
    const rules = { rules: [{ condition: { componentName: ['cut'] }, allow: false }] };
    const services = testServices({ settings: { account_defaults: { privacy: { allowactivities: { transmitUfpd: rules } } } } });
    const [truncate, full] = [aModule('cut'), aModule('whole')];
    start(services, truncate, full);
    const request = {
      ...validRequest(),
      user: { id: 'u', buyeruid: 'b' },
      ext: { srv: { analytics: { cut: { a: 1 }, other: { b: 2 } } } },
    };
    end(services, endedAuction(services, request));
    const [first, second] = [truncate.reports[0], full.reports[0]].map((report) =>
      report instanceof AuctionReport ? report.request : undefined,
    );
    expect(first).toEqual({ ...request, user: {}, ext: { srv: { analytics: { cut: { a: 1 } } } } });
    expect(second).toEqual({ ...request, ext: { srv: {} } });
    expect(request.user).toEqual({ id: 'u', buyeruid: 'b' });
  });

  test('mask the copy of a module without a legal basis of its own if the GDPR applies', () => {
    const services = testServices();
    const modules = [aModule('none'), aModule('asks', { needsConsent: true })];
    start(services, ...modules);
    const request = { ...validRequest(), user: { id: 'u' } };
    const privacyContext = { ...noSignals, gdprApplies: true };
    const privacy = new Map([['alpha', { ...unlimited, mayPassIds: false, mayPassUfpd: false }]]);
    end(services, endedAuction(services, request, { privacyContext, privacy }));
    expect(modules.map(({ reports: [report] }) => report instanceof AuctionReport && report.request.user)).toEqual([{}, { id: 'u' }]);
  });

  test('survive a module that throws, count it, and log the first error of a kind', async () => {
    const logged: unknown[] = [];
    const log = { ...silentLog, error: ({ module, kind }: object & { module?: string; kind?: string }) => logged.push([module, kind]) };
    const services = testServices({ log });
    const broken = aModule('broken', {
      encode() {
        throw new Error('bug');
      },
    });
    const well = aModule('well');
    const analytics = start(services, broken, well);
    end(services, endedAuction(services), endedAuction(services));
    expect(well.reports).toHaveLength(2);
    expect(counts(services)).toEqual({ 'broken auction error': 2, 'well auction reported': 2 });
    expect(logged).toEqual([['broken', 'auction']]);
    await analytics.stop(10);
  });

  test('do not build the event of a module without buffer space', () => {
    const services = testServices();
    const full = aModule('full', {
      send: () => new Promise(() => {}),
      delivery: { ...aModule('x').delivery, buffer: { count: 2, bytes: 100 } },
    });
    start(services, full);
    end(services, ...Array.from({ length: 5 }, () => endedAuction(services)));
    expect(full.reports).toHaveLength(2);
    expect(services.metrics.expose()).toContain('pipeline_events{pipeline="analytics.full",result="full"} 3');
  });

  test('flush a channel on request of a module', async () => {
    const services = testServices();
    let flush = (_channel: string): void => {};
    const one = aModule('one', {
      delivery: { ...aModule('x').delivery, batch: { count: 100, bytes: 1000, ms: 1000 } },
      encode: () => ({ text: 'x', channel: 'a' }),
      start: (control) => {
        flush = (channel) => control.flush(channel);
      },
    });
    start(services, one);
    end(services, endedAuction(services));
    await settle();
    expect(one.parcels).toHaveLength(0);
    flush('a');
    expect(one.parcels).toEqual([
      {
        channel: 'a',
        bytes: 1,
        items: [{ id: '11111111-1111-4111-8111-111111111111', text: 'x', bytes: 1, at: services.clock.now(), channel: 'a' }],
      },
    ]);
  });

  test('stop a module after its last parcel was sent', async () => {
    const services = testServices();
    const order: string[] = [];
    const one = aModule('one', {
      delivery: { ...aModule('x').delivery, batch: { count: 100, bytes: 1000, ms: 1000 } },
      send: async () => {
        order.push('sent');
      },
      stop: async () => {
        order.push('stopped');
      },
    });
    const analytics = start(services, one);
    end(services, endedAuction(services));
    await analytics.stop(100);
    expect(order).toEqual(['sent', 'stopped']);
  });
});
