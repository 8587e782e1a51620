import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { mergeSnapshots } from '#src/platform/metrics-format.ts';
import { acceptsOpenMetrics, formatOpenMetrics } from '#src/platform/openmetrics.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PROMETHEUS = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2,*/*;q=0.1';
const promtool = spawnSync('promtool', ['--version']).status === 0;

describe('the OpenMetrics format', () => {
  const traced = (): MetricsRegistry => {
    const metrics = new MetricsRegistry();
    metrics.counter('requests', 'Requests "of\nall".', { status: 'ok' }).add(3);
    metrics.gauge('live', 'Live.').set(2);
    const seconds = metrics.histogram('seconds', 'Seconds.', [0.5, 1], { adapter: 'a' });
    for (const value of [0.25, 0.75, 7]) seconds.observe(value);
    metrics.trace('seconds', { adapter: 'a' }, { traceId: 'one', value: 0.75, at: 1_700_000_000_123 });
    metrics.trace('seconds', { adapter: 'a' }, { traceId: 'two', value: 7, at: 1_700_000_001_000 });
    return metrics;
  };

  it('has exemplars at buckets, and an end', () => {
    const metrics = traced();
    metrics.trace('seconds', { adapter: 'unknown' }, { traceId: 'x', value: 1, at: 1 });
    metrics.trace('live', {}, { traceId: 'x', value: 1, at: 1 });
    expect(formatOpenMetrics(metrics.read(), 'ns_', true)).toBe(
      [
        '# TYPE ns_live gauge',
        '# HELP ns_live Live.',
        'ns_live 2',
        '# TYPE ns_requests counter',
        '# HELP ns_requests Requests \\"of\\nall\\".',
        'ns_requests_total{status="ok"} 3',
        '# TYPE ns_seconds histogram',
        '# HELP ns_seconds Seconds.',
        'ns_seconds_bucket{adapter="a",le="0.5"} 1',
        'ns_seconds_bucket{adapter="a",le="1.0"} 2 # {trace_id="one"} 0.75 1700000000.123',
        'ns_seconds_bucket{adapter="a",le="+Inf"} 3 # {trace_id="two"} 7 1700000001',
        'ns_seconds_count{adapter="a"} 3',
        'ns_seconds_sum{adapter="a"} 8',
        '# EOF',
        '',
      ].join('\n'),
    );
  });

  it('keeps the names of counters by default, with an unknown type', () => {
    expect(formatOpenMetrics(traced().read()).match(/^.*requests.*$/gm)).toEqual([
      '# TYPE requests unknown',
      '# HELP requests Requests \\"of\\nall\\".',
      'requests{status="ok"} 3',
    ]);
  });

  it('has the later exemplar of several processes', () => {
    const [first, second, third] = [traced(), traced(), new MetricsRegistry()];
    second.trace('seconds', { adapter: 'a' }, { traceId: 'later', value: 0.6, at: 1_700_000_009_000 });
    third.histogram('seconds', 'Seconds.', [0.5, 1], { adapter: 'a' }).observe(1);
    const merged = mergeSnapshots([first, second, third].map((metrics, i) => ({ worker: String(i), families: metrics.read() })));
    expect(formatOpenMetrics(merged).match(/^seconds_bucket.*$/gm)).toEqual([
      'seconds_bucket{adapter="a",le="0.5"} 2',
      'seconds_bucket{adapter="a",le="1.0"} 5 # {trace_id="later"} 0.6 1700000009',
      'seconds_bucket{adapter="a",le="+Inf"} 7 # {trace_id="two"} 7 1700000001',
    ]);
  });

  it.each([
    [PROMETHEUS, true],
    ['application/openmetrics-text; version=1.0.0; charset=utf-8', true],
    ['application/openmetrics-text;q=0, text/plain', false],
    ['text/plain;version=0.0.4;q=0.5, application/openmetrics-text;version=1.0.0;q=0.4', false],
    ['text/plain;version=0.0.4;q=0.5, application/openmetrics-text;q=0.1, application/openmetrics-text;version=1.0.0;q=0.5', true],
    ['application/openmetrics-text;q=x', false],
    ['text/plain', false],
    ['*/*', false],
    [undefined, false],
  ])('is wanted by %s: %s', (accept, isWanted) => {
    expect(acceptsOpenMetrics(accept)).toBe(isWanted);
  });
});

describe('the metrics of a host', () => {
  let bidder: BidderServer;
  let collector: BidderServer;
  let host: RunningHost;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'auctor-openmetrics-'));
    bidder = await bidderServer((_, response, body) => void response.end(bidOnAll(body)));
    collector = await bidderServer((_, response) => void response.end());
    host = await startTestHost({
      adapters: { alpha: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } },
      tracing: { enabled: true, endpoint: collector.origin },
      metrics: { prometheus: { total_suffix: true, java_names: true } },
    });
    const imp = { id: 'i', banner: { w: 300, h: 250 }, ext: { srv: { bidder: { alpha: {} } } } };
    const body = JSON.stringify({ id: 'r', imp: [imp], site: { page: 'https://p.example/' }, tmax: 5000 });
    const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    await (await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body, headers })).text();
  });
  afterAll(async () => {
    await host.stop(1000);
    await Promise.all([bidder.close(), collector.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const scrape = async (accept: string): Promise<{ type: string | null; body: string }> => {
    const response = await fetch(`${host.adminOrigin}/metrics`, { headers: { accept } });
    return { type: response.headers.get('content-type'), body: await response.text() };
  };

  it('are Prometheus text, unless the scraper accepts OpenMetrics', async () => {
    const [text, open] = [await scrape('text/plain'), await scrape(PROMETHEUS)];
    expect([text.type, open.type]).toEqual([
      'text/plain; version=0.0.4; charset=utf-8',
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    ]);
    expect([text.body.includes('trace_id'), open.body.endsWith('\n# EOF\n')]).toEqual([false, true]);
  });

  it('have the trace of the auction at its request time and at that of its bidder', async () => {
    const { body } = await scrape(PROMETHEUS);
    const families = [...body.matchAll(/^(\w+)_bucket\{.* # \{trace_id="(\w+)"\}/gm)].map(([, family, trace]) => [family, trace]);
    expect(families).toEqual([
      ['adapter_request_time_seconds', TRACE],
      ['request_time_seconds', TRACE],
    ]);
  });

  it('have no family whose name another one’s suffix makes', async () => {
    const { body } = await scrape(PROMETHEUS);
    const families = [...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    const suffixed = new Set(
      families.flatMap((name) => ['total', 'created', 'bucket', 'count', 'sum'].map((suffix) => `${name}_${suffix}`)),
    );
    expect([new Set(families).size, families.filter((name) => suffixed.has(name))]).toEqual([families.length, []]);
  });

  it.runIf(promtool)('are read by the parser of Prometheus in its own format', async () => {
    const { body } = await scrape('text/plain');
    // 3: it has advice, such as other names.
    expect([0, 3]).toContain(spawnSync('promtool', ['check', 'metrics'], { input: body }).status);
  });

  it.runIf(promtool)('are read by the parser of Prometheus as OpenMetrics', async () => {
    const { body } = await scrape(PROMETHEUS);
    // That command needs a time for each sample.
    const file = join(folder, 'metrics.txt');
    writeFileSync(file, body.replace(/^([^#\s][^#\n]*?)( #.*)?$/gm, '$1 1700000000$2'));
    const { status, stderr } = spawnSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', file, folder], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
