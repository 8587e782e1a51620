import { afterEach, describe, expect, test } from 'vitest';
import http from '#src/analytics/http.ts';
import type { NamedModule } from '#src/analytics/module.ts';
import { createPoster } from '#src/net/post.ts';
import { type Clock, systemClock } from '#src/platform/clock.ts';
import { startAnalytics } from '#streams/analytics.ts';
import { analyticsEnv, end, endedAuction } from '#test/helpers/analytics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { type Collector, startCollector } from '#test/helpers/collector.ts';
import { testServices } from '#test/helpers/services.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function collector(...args: Parameters<typeof startCollector>): Promise<Collector> {
  const started = await startCollector(...args);
  closing.push(() => started.close());
  return started;
}

function run(options: object, clock: Clock = systemClock) {
  const poster = createPoster();
  closing.push(() => poster.close());
  const module = http.create(http.options.parse(options), analyticsEnv(0, [], { post: poster.post }));
  if (!module) throw new Error('is off');
  const services = { ...testServices(), clock };
  const named: NamedModule = Object.assign(module, { name: 'http' });
  return { services, analytics: startAnalytics([named], services) };
}

/** Time to deliver at the end; more than a busy machine needs. */
const GRACE_MS = 30_000;
const batch = { count: 2, timeout_ms: 20 };
const quick = { attempts: 4, first_ms: 5, max_ms: 10 };

describe('the HTTP collector', () => {
  test('has the events, the vendor id and the delivery of its options', () => {
    const options = {
      url: 'https://collector.test',
      events: ['auction', 'setuid'],
      sample_rate: 0.5,
      extension: 'prebid',
      vendor_id: 7,
      batch: { count: 2, size: '1kb', timeout_ms: 20 },
      retry: quick,
      timeout_ms: 50,
      parallel: 3,
    };
    expect(http.create(http.options.parse(options), analyticsEnv(200))).toMatchObject({
      kinds: ['auction', 'setuid'],
      share: 0.5,
      extension: 'prebid',
      gvlId: 7,
      delivery: { batch: { count: 2, bytes: 1000, ms: 20 }, retry: { attempts: 4, firstMs: 5, maxMs: 10 }, timeoutMs: 50, parallel: 3 },
    });
  });

  test('receives events in batches, gzipped, as one array', async () => {
    const sink = await collector();
    const { services, analytics } = run({ url: `${sink.url}/events?k=1`, headers: { authorization: 'Bearer t' }, batch });
    end(services, endedAuction(services), endedAuction(services), endedAuction(services));
    await sink.until(2);
    await analytics.stop(GRACE_MS);
    const [first, second] = sink.collected;
    expect(first).toMatchObject({
      path: '/events?k=1',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', authorization: 'Bearer t' },
    });
    expect(JSON.parse(second?.body ?? '')).toHaveLength(1);
    const [event] = JSON.parse(first?.body ?? '') as Record<string, unknown>[];
    expect(event).toMatchObject({
      v: 1,
      kind: 'auction',
      account: 'publisher',
      status: 200,
      errors: [],
      channel: 'web',
      request: { id: 'request' },
      response: { id: 'request', cur: 'USD', seatbid: [] },
      bidders: [],
      stages: [],
    });
  });

  test('receives one event per line if configured', async () => {
    const sink = await collector();
    const { services, analytics } = run({ url: sink.url, format: 'ndjson', gzip: false, batch });
    end(services, endedAuction(services), endedAuction(services));
    await analytics.stop(GRACE_MS);
    expect(sink.collected[0]?.headers['content-type']).toBe('application/x-ndjson');
    expect(sink.collected[0]?.body.trimEnd().split('\n')).toHaveLength(2);
  });

  test('is retried until it accepts the events', async () => {
    const sink = await collector((before) => (before < 2 ? 503 : 202));
    const { services, analytics } = run({ url: sink.url, batch, retry: quick });
    end(services, endedAuction(services));
    await analytics.stop(GRACE_MS);
    expect(sink.collected).toHaveLength(3);
    expect(services.metrics.expose()).toContain('pipeline_events{pipeline="analytics.http",result="sent"} 1');
  });

  test('receives no retry of finally rejected events', async () => {
    const sink = await collector(() => 400);
    const { services, analytics } = run({ url: sink.url, batch, retry: quick });
    end(services, endedAuction(services));
    await analytics.stop(GRACE_MS);
    expect(sink.collected).toHaveLength(1);
    expect(services.metrics.expose()).toContain('pipeline_events{pipeline="analytics.http",result="failed"} 1');
  });

  test('that never responds costs the attempt its timeout, and the remaining events when the host stops', async () => {
    const sink = await collector(() => 0);
    const clock = new WoundClock();
    const retry = { ...quick, attempts: 1 };
    const { services, analytics } = run({ url: sink.url, batch: { count: 1 }, timeout_ms: 30, parallel: 1, retry }, clock);
    end(services, endedAuction(services), endedAuction(services));
    await sink.until(1);
    clock.wind(30);
    await sink.until(2);
    const stopped = analytics.stop(5);
    clock.wind(5);
    await stopped;
    const text = services.metrics.expose();
    expect(text).toContain('pipeline_events{pipeline="analytics.http",result="failed"} 1');
    expect(text).toContain('pipeline_events{pipeline="analytics.http",result="stopped"} 1');
  });

  test('that is unreachable costs attempts, then events', async () => {
    const removed = await startCollector();
    await removed.close();
    const { services, analytics } = run({ url: removed.url, batch, retry: quick });
    end(services, endedAuction(services));
    await analytics.stop(GRACE_MS);
    expect(services.metrics.expose()).toContain('pipeline_send_attempts{pipeline="analytics.http",result="failed"} 4');
  });
});
