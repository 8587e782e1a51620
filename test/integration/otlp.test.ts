/** Traces, metrics and logs of a real process at a real OTLP receiver, configured by the variables of OpenTelemetry. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Collector, startCollector } from '#test/helpers/collector.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder } from './host.ts';
import { auction } from './load.ts';
import { until } from './servers.ts';

let bidder: LocalServer;
let receiver: Collector;
let host: AuctorProcess;

beforeAll(async () => {
  [bidder, receiver] = [await startBidder(), await startCollector()];
  host = await startAuctor(
    { adapters: { generic: { enabled: true, endpoint: bidder.url } } },
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=ad%20ops',
      OTEL_SERVICE_NAME: 'bids',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    },
  );
  expect((await host.post('/openrtb2/auction', JSON.parse(auction))).status).toBe(200);
});
afterAll(async () => {
  await host?.stop();
  await bidder?.close();
  await receiver?.close();
});

const bodiesAt = (path: string): string[] => receiver.collected.filter((post) => post.path === path).map(({ body }) => body);

interface Point {
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly asDouble?: number;
  readonly count?: string;
  readonly bucketCounts?: readonly string[];
  readonly explicitBounds?: readonly number[];
}

function pointsOf(body: string, name: string): readonly Point[] {
  const { resourceMetrics } = JSON.parse(body) as {
    resourceMetrics: { scopeMetrics: { metrics: Record<string, { dataPoints: Point[] } | string>[] }[] }[];
  };
  const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics: all }) => all));
  const found = metrics.find((metric) => metric['name'] === name);
  const data = found?.['sum'] ?? found?.['histogram'] ?? found?.['gauge'];
  return typeof data === 'object' ? data.dataPoints : [];
}

test('metrics arrive with the resource, cumulative', async () => {
  const requests = (): Point | undefined =>
    bodiesAt('/v1/metrics')
      .flatMap((body) => pointsOf(body, 'requests'))
      .find(({ asDouble }) => asDouble === 1);
  await until('the request is exported', () => requests() !== undefined);
  expect(requests()?.attributes).toEqual([
    { key: 'request_type', value: { stringValue: 'openrtb2-web' } },
    { key: 'request_status', value: { stringValue: 'ok' } },
  ]);
  const time = bodiesAt('/v1/metrics')
    .flatMap((body) => pointsOf(body, 'request_size_bytes'))
    .find(({ count }) => count === '1');
  expect(time?.bucketCounts?.length).toBe((time?.explicitBounds?.length ?? 0) + 1);
  expect(time?.bucketCounts?.map(Number).reduce((sum, count) => sum + count)).toBe(1);
});

test('traces and log lines arrive with the same resource and headers', async () => {
  await until(
    'both are exported',
    () => bodiesAt('/v1/traces').length > 0 && bodiesAt('/v1/logs').some((body) => body.includes('auctor is ready')),
  );
  for (const { path, headers, body } of receiver.collected) {
    expect([path, headers['x-team'], headers['content-type']]).toEqual([path, 'ad ops', 'application/json']);
    expect(body).toContain('{"key":"service.name","value":{"stringValue":"bids"}}');
    expect(body).toContain('{"key":"deployment.environment.name","value":{"stringValue":"test"}}');
  }
  const ready = bodiesAt('/v1/logs').find((body) => body.includes('auctor is ready')) ?? '';
  const { resourceLogs } = JSON.parse(ready) as { resourceLogs: { scopeLogs: { logRecords: { body: object }[] }[] }[] };
  const records = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  expect(records.find(({ body }) => JSON.stringify(body).includes('auctor is ready'))).toMatchObject({
    severityNumber: 9,
    severityText: 'INFO',
    body: { stringValue: 'auctor is ready' },
    timeUnixNano: expect.stringMatching(/^\d{19}$/),
  });
});
