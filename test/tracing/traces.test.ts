import { afterEach, describe, expect, test } from 'vitest';
import type { HostConfigInput } from '#src/config/schema.ts';
import { createPoster } from '#src/net/post.ts';
import { systemClock } from '#src/platform/clock.ts';
import { systemRandom } from '#src/platform/random.ts';
import type { Span } from '#src/tracing/otlp.ts';
import { sample, startTraces } from '#src/tracing/traces.ts';
import { end, endedAuction } from '#test/helpers/analytics.ts';
import { incoming } from '#test/helpers/auction.ts';
import { type Collector, startCollector } from '#test/helpers/collector.ts';
import { pinnedRandom, testServices } from '#test/helpers/services.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = (flags: string): string => `00-${trace}-00f067aa0ba902b7-${flags}`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function collector(statusOf?: (before: number) => number): Promise<Collector> {
  const started = await startCollector(statusOf);
  closing.push(() => started.close());
  return started;
}

function run(tracing: NonNullable<HostConfigInput['tracing']>) {
  const poster = createPoster();
  closing.push(() => poster.close());
  const services = { ...testServices({ settings: { tracing }, random: systemRandom }), clock: systemClock };
  const traces = startTraces(services, poster.post);
  const auction = (traceparent?: string): void =>
    end(services, endedAuction(services, undefined, { incoming: incoming({ headers: { traceparent } }) }));
  return { services, traces, auction };
}

const spansOf = ({ body }: { readonly body: string }): Span[] =>
  (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  );

describe('sampling of traces', () => {
  const at = (rate: number, header?: string, traceparent: 'follow' | 'join' | 'ignore' = 'follow') =>
    sample(header, { traceparent, sample_rate: rate }, { random: pinnedRandom });

  test("is random without the caller's decision", () => {
    expect([at(0.4), at(0.6)?.traceId, at(0)]).toEqual([undefined, '11111111111141118111111111111111', undefined]);
  });

  test("follows the caller's decision", () => {
    expect(at(0, parent('01'))).toEqual({ traceId: trace, parentSpanId: '00f067aa0ba902b7', firstSpan: 10n });
    expect(at(1, parent('00'))).toBeUndefined();
  });

  test("joins the caller's trace with its own decision, or ignores it, if configured", () => {
    expect([at(0, parent('01'), 'join'), at(1, parent('00'), 'join')?.traceId]).toEqual([undefined, trace]);
    expect(at(1, parent('01'), 'ignore')).toMatchObject({ traceId: '11111111111141118111111111111111', parentSpanId: undefined });
  });
});

describe('traces', () => {
  test('do not exist if disabled', () => {
    const { traces, services } = run({});
    expect([traces, services.bus.hasSubscribers('auction'), services.metrics.expose()]).toEqual([undefined, false, '\n']);
  });

  test('reach a collector by OTLP over HTTP', async () => {
    const sink = await collector();
    const { traces, auction } = run({
      enabled: true,
      endpoint: `${sink.url}/v1/traces`,
      headers: { 'x-key': 'k' },
      resource: { 'deployment.environment.name': 'test' },
      sample_rate: 0,
    });
    auction(parent('01'));
    auction(parent('00'));
    auction();
    await traces?.stop(2000);
    expect(sink.collected).toHaveLength(1);
    const [post] = sink.collected;
    expect(post).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-key': 'k' },
    });
    expect(post?.body).toContain('{"key":"service.name","value":{"stringValue":"auctor"}}');
    expect(post?.body).toContain('{"key":"deployment.environment.name","value":{"stringValue":"test"}}');
    expect(post && spansOf(post)).toMatchObject([{ traceId: trace, parentSpanId: '00f067aa0ba902b7', kind: 2 }]);
  });

  test('are collected, and sent again if the collector is busy', async () => {
    const sink = await collector((before) => (before === 0 ? 503 : 200));
    const retry = { attempts: 3, first_ms: 5, max_ms: 5 };
    const { traces, auction } = run({ enabled: true, endpoint: sink.url, sample_rate: 1, batch: { count: 2 }, retry });
    auction();
    auction();
    await sink.until(2);
    await traces?.stop(2000);
    const ids = sink.collected.map((post) => spansOf(post).map(({ spanId }) => spanId));
    expect(ids[0]).toHaveLength(2);
    expect(ids[1]).toEqual(ids[0]);
  });

  test('are dropped if the collector rejects them', async () => {
    const sink = await collector(() => 400);
    const { traces, auction, services } = run({ enabled: true, endpoint: sink.url, sample_rate: 1 });
    auction();
    await traces?.stop(2000);
    expect(sink.collected).toHaveLength(1);
    expect(services.metrics.expose()).toContain('pipeline_events{pipeline="traces",result="failed"} 1');
  });
});
