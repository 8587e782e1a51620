/** Metrics as an OpenTelemetry collector receives them. */
import { expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { startMetricExport } from '#src/tracing/metric-export.ts';
import { WoundClock } from '#test/helpers/clock.ts';

test('the export has the enabled families only, as the other formats', async () => {
  const config = hostSchema.parse({ otlp: { metrics: { enabled: true } } });
  const metrics = new MetricsRegistry();
  for (const name of ['requests', 'adapter_buyeruids_scrubbed', 'adapter_gdpr_requests_blocked']) metrics.counter(name, '').add();
  const bodies: string[] = [];
  const post = async (_url: string, body: string | Uint8Array): Promise<number> => {
    bodies.push(String(body));
    return 200;
  };
  const exported = startMetricExport({ config, clock: new WoundClock(), log: silentLog, metrics, version: '1' }, post);
  await exported?.stop();
  const [{ scopeMetrics }] = (JSON.parse(bodies[0] ?? '') as { resourceMetrics: [{ scopeMetrics: [{ metrics: { name: string }[] }] }] })
    .resourceMetrics;
  expect(scopeMetrics[0].metrics.map(({ name }) => name)).toEqual(['requests', 'adapter_gdpr_requests_blocked']);
});
