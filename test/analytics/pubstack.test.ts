import { describe, expect, test } from 'vitest';
import type { AnalyticsModule, Report } from '#src/analytics/module.ts';
import pubstack from '#src/analytics/pubstack.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import { analyticsEnv, endedAuction, type Posted, settle } from '#test/helpers/analytics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { auctionReport, cookieSyncReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const HOUR = 3_600_000;

interface Started {
  readonly module: AnalyticsModule;
  readonly posted: Posted[];
  readonly fetched: string[];
  readonly flushed: string[];
  readonly clock: WoundClock;
}

/** Responses of the service in sequence; the last one repeats. */
async function start(responses: readonly (object | 'down')[], status = 200): Promise<Started> {
  const clock = new WoundClock();
  const [posted, fetched, flushed]: [Posted[], string[], string[]] = [[], [], []];
  const fetchBody: FetchBody = async (url) => {
    const response = responses[Math.min(fetched.length, responses.length - 1)];
    fetched.push(url);
    if (response === 'down') throw new Error('down');
    return { status: 200, header: () => undefined, text: JSON.stringify(response) };
  };
  const options = pubstack.options.parse({ enabled: true, endpoint: 'http://pub.example/v1', scopeid: 'scope 1' });
  const module = pubstack.create(options, analyticsEnv(status, posted, { clock, fetchBody }));
  if (!module) throw new Error('is off');
  module.start?.({ flush: (channel) => flushed.push(channel) });
  await settle();
  return { module, posted, fetched, flushed, clock };
}

const features = (...on: string[]): object => ({
  scopeId: 'scope 1',
  endpoint: 'http://intake.example/v2',
  features: Object.fromEntries(['auction', 'amp', 'video', 'cookiesync', 'setuid'].map((name) => [name, on.includes(name)])),
});

const services = testServices();

const auction = (): Report => auctionReport(endedAuction(services), services, { name: 'pubstack' });

const sync = cookieSyncReport();

const channels = (module: AnalyticsModule): (string | undefined)[] => [auction(), sync].map((report) => module.encode(report)?.channel);

describe('pubstack', () => {
  test('requests its configuration by scope', async () => {
    const { fetched, module } = await start([features('auction')]);
    expect(fetched).toEqual(['http://pub.example/v1/bootstrap?scopeId=scope%201']);
    expect(channels(module)).toEqual(['auction', undefined]);
  });

  test('has every feature off until the service has responded, and asks it every minute until then', async () => {
    const { module, clock, fetched } = await start(['down', 'down', features('cookiesync')]);
    for (let minute = 0; minute < 2; minute++) {
      expect(channels(module)).toEqual([undefined, undefined]);
      clock.wind(60_000);
      await settle();
    }
    expect(channels(module)).toEqual([undefined, 'cookiesync']);
    clock.wind(2 * HOUR - 1);
    expect(fetched.length).toBe(3);
    clock.wind(1);
    expect(fetched.length).toBe(4);
  });

  test('keeps its configuration while the service is down, and flushes disabled features', async () => {
    const { module, clock, flushed } = await start([features('auction', 'cookiesync'), 'down', features('cookiesync')]);
    clock.wind(2 * HOUR);
    await settle();
    expect([channels(module), flushed]).toEqual([['auction', 'cookiesync'], []]);
    clock.wind(2 * HOUR);
    await settle();
    expect([channels(module), flushed]).toEqual([[undefined, 'cookiesync'], ['auction']]);
  });

  test('sends no more requests when stopped', async () => {
    const { module, clock, fetched } = await start([features()]);
    await module.stop?.();
    clock.wind(10 * HOUR);
    expect([fetched.length, clock.pending]).toEqual([1, 0]);
  });

  test('writes the fields of the file logger after the scope', async () => {
    const { module } = await start([features('auction', 'cookiesync')]);
    expect(module.encode(sync)?.text).toBe('{"scope":"scope 1","Status":200,"Errors":[],"BidderStatus":[]}');
    expect(JSON.parse(module.encode(auction())?.text ?? '')).toMatchObject({ scope: 'scope 1', Status: 200, Request: { id: 'request' } });
  });

  test('posts lines to the feature’s address, gzipped, once', async () => {
    const { module, posted } = await start([features('auction')]);
    expect(module.delivery).toMatchObject({ batch: { count: 100, bytes: 2_000_000, ms: 900_000 }, retry: { attempts: 1 } });
    const items = [
      { id: 'a', text: 'a', at: 0 },
      { id: 'b', text: 'b', at: 0 },
    ];
    await module.send({ channel: 'auction', items }, new AbortController().signal);
    const headers = { 'content-type': 'application/octet-stream' };
    expect(posted).toEqual([{ url: 'http://intake.example/v2/intake/auction', body: 'a\nb\n', headers, gzip: true }]);
  });

  test('treats any status except 200 as a failure', async () => {
    const { module } = await start([features('auction')], 204);
    await expect(module.send({ channel: 'auction', items: [] }, new AbortController().signal)).rejects.toThrow('204');
  });
});
