/** A complete host with real sockets on all sides: metrics, analytics and traces of real auctions. */

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '#src/config/config-error.ts';
import type { Span } from '#src/tracing/otlp.ts';
import { type Collector, startCollector } from '#test/helpers/collector.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { nonZero } from '#test/helpers/metrics.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-observers-'));
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

let bidders: BidderServer;
let collector: Collector;
let host: RunningHost;
let scraped: string;

const request = (over: object = {}): object => ({
  id: 'request',
  imp: [{ id: 'imp-1', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { alpha: {}, beta: {}, gamma: {} } } } }],
  site: { page: 'https://publisher.example/', publisher: { id: 'publisher' } },
  user: { id: 'user-id', buyeruid: 'buyer-id' },
  ext: { prebid: { events: {}, analytics: { http: { tag: 1 }, filelogger: { tag: 2 } } } },
  // One bidder never responds; the others have time to on a busy machine.
  tmax: 3000,
  ...over,
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${host.origin}${path}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });

const metricsOf = async (path = '/metrics'): Promise<string> => (await fetch(`${host.adminOrigin}${path}`)).text();

beforeAll(async () => {
  bidders = await bidderServer((incoming, response, body) => {
    if (incoming.url === '/alpha') response.end(bidOnAll(body, 1.5));
    else if (incoming.url === '/beta') response.writeHead(500).end();
    // The third never responds.
  });
  collector = await startCollector();
  const adapter = (name: string): object => ({ alias_of: 'generic', enabled: true, endpoint: `${bidders.origin}/${name}` });
  host = await startTestHost({
    adapters: { alpha: adapter('alpha'), beta: adapter('beta'), gamma: adapter('gamma') },
    account_defaults: {
      events: { enabled: true },
      privacy: { allowactivities: { transmitUfpd: { rules: [{ condition: { componentName: ['http'] }, allow: false }] } } },
    },
    analytics: {
      file: { filename: join(folder, 'events'), format: 'json' },
      http: { url: `${collector.url}/events`, batch: { count: 1 } },
    },
    tracing: { enabled: true, endpoint: `${collector.url}/v1/traces`, sample_rate: 0, batch: { count: 1 } },
    metrics: {
      prometheus: { port: 0 },
      disabled_metrics: { adapter_connections_metrics: false, adapter_connections_dial_metrics: false },
    },
  });
  await (await post('/openrtb2/auction', request(), { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` })).text();
  await (await post('/openrtb2/auction', '{"id":')).text();
  await (await post('/cookie_sync', '{}')).text();
  await (await fetch(`${host.origin}/event?t=win&b=b0&a=publisher&bidder=alpha`)).text();
  await (await fetch(`${host.origin}/nowhere`)).text();
  // One trace, and for the HTTP module two auctions, a sync and a win.
  await collector.until(5);
  scraped = await metricsOf();
});

afterAll(async () => {
  await host.stop(30_000);
  await Promise.all([bidders.close(), collector.close()]);
});

describe('metrics after real auctions', () => {
  test('include requests, imps, accounts and responses', () => {
    const families = [
      'requests',
      'impressions_requests',
      'account_requests',
      'http_responses',
      'request_size_bytes',
      'cookie_sync_requests',
    ];
    expect(nonZero(scraped, ...families)).toEqual({
      'requests{request_type="openrtb2-web",request_status="ok"}': 1,
      'requests{request_type="openrtb2-web",request_status="badinput"}': 1,
      'impressions_requests{banner="true",video="false",audio="false",native="false"}': 1,
      'account_requests{account="publisher"}': 1,
      'http_responses{endpoint="/openrtb2/auction",status="200"}': 1,
      'http_responses{endpoint="/openrtb2/auction",status="400"}': 1,
      'http_responses{endpoint="/cookie_sync",status="200"}': 1,
      'http_responses{endpoint="/event",status="204"}': 1,
      'http_responses{endpoint="unknown",status="404"}': 1,
      'request_size_bytes_count{request_size="auction"}': 2,
      'cookie_sync_requests{status="ok"}': 1,
    });
  });

  test("include every bidder's result", () => {
    const families = ['adapter_requests', 'adapter_bids', 'adapter_errors', 'adapter_prices', 'adapter_request_time_seconds'];
    expect(nonZero(scraped, ...families, 'bidder_server_response_time_seconds')).toEqual({
      'adapter_requests{adapter="alpha",cookie="exists",has_bids="true"}': 1,
      'adapter_requests{adapter="beta",cookie="exists",has_bids="false"}': 1,
      'adapter_requests{adapter="gamma",cookie="exists",has_bids="false"}': 1,
      'adapter_bids{adapter="alpha",delivery="adm"}': 1,
      'adapter_errors{adapter="beta",adapter_error="badserverresponse"}': 1,
      'adapter_errors{adapter="gamma",adapter_error="timeout"}': 1,
      'adapter_prices_count{adapter="alpha"}': 1,
      'adapter_request_time_seconds_count{adapter="alpha"}': 1,
      'adapter_request_time_seconds_count{adapter="beta"}': 1,
      'adapter_request_time_seconds_count{adapter="gamma"}': 1,
      bidder_server_response_time_seconds_count: 2,
    });
  });

  test('include connections from callers and to bidders', () => {
    const { connections_opened: opened } = nonZero(scraped, 'connections_opened');
    expect(opened).toBeGreaterThan(0);
    const created = Object.values(nonZero(scraped, 'adapter_connection_created'));
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('include the state of the process', () => {
    const families = [
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
      'process_cpu_seconds_total',
      'process_start_time_seconds',
    ];
    for (const family of families) expect(nonZero(scraped, family)[family]).toBeGreaterThan(0);
    expect(scraped).toContain('nodejs_eventloop_lag_seconds{quantile="0.99"}');
    expect(scraped).toContain('# TYPE nodejs_gc_duration_seconds histogram');
  });

  test('are one family each, without duplicate names', () => {
    const names = [...scraped.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('have every line in the exposition format', () => {
    const line =
      /^(# (HELP|TYPE) [a-zA-Z_:][\w:]* .*|[a-zA-Z_:][\w:]*(\{([a-zA-Z_]\w*="([^"\\]|\\.)*"(,(?=[a-z])|(?=\})))*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf))$/;
    expect(
      scraped
        .trimEnd()
        .split('\n')
        .filter((text) => !line.test(text)),
    ).toEqual([]);
  });

  test('are listed under the Java variant’s names too', async () => {
    const numbers = JSON.parse(await metricsOf('/collected-metrics')) as Record<string, number>;
    expect(numbers).toMatchObject({ 'requests.ok.openrtb2-web': 1, 'adapter.alpha.requests.gotbids': 1, imps_banner: 1 });
  });
});

describe('analytics of real auctions', () => {
  // Batches are sent at the same time: by kind and status they have an order.
  const orderOf = ({ kind, status }: Record<string, unknown>): string => `${kind} ${status}`;
  const events = (): Record<string, unknown>[] =>
    collector.collected
      .filter(({ path }) => path === '/events')
      .flatMap(({ body }) => JSON.parse(body) as Record<string, unknown>[])
      .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

  test('reach the collector, masked for it', () => {
    expect(events().map(({ kind, status }) => [kind, status])).toEqual([
      ['auction', 200],
      ['auction', 400],
      ['cookie_sync', 200],
      ['notification', undefined],
    ]);
    const [first] = events();
    expect(first?.['request']).toMatchObject({ id: 'request', user: {}, ext: { srv: { analytics: { http: { tag: 1 } } } } });
    expect(JSON.stringify(events())).not.toContain('user-id');
    expect(JSON.stringify(events())).not.toContain('buyer-id');
    // The order of two immediate responses is random.
    const bidders = ((first?.['bidders'] ?? []) as { bidder: string }[]).toSorted((a, b) => (a.bidder < b.bidder ? -1 : 1));
    expect(bidders).toMatchObject([
      { bidder: 'alpha', outcome: 'bids', bids: 1 },
      { bidder: 'beta', outcome: 'error', bids: 0 },
      { bidder: 'gamma', outcome: 'timeout', bids: 0 },
    ]);
  });

  test('join a win to its auction', () => {
    const [, , , win] = events();
    expect(win).toMatchObject({
      type: 'win',
      bidid: 'b0',
      bid: { auction: 'request', imp: 'imp-1', bidder: 'alpha', price: 1.5, currency: 'USD' },
    });
  });

  test('are in the file at the end, unmasked', async () => {
    const text = (): string =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
    await expect.poll(() => text().split('\n').length).toBe(5);
    const lines = text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; Status?: number; Request?: object });
    expect(lines.map(({ type, Status }) => [type, Status])).toEqual([
      ['/openrtb2/auction', 200],
      ['/openrtb2/auction', 400],
      ['/cookie_sync', 200],
      ['/event', undefined],
    ]);
    expect(lines[0]?.Request).toMatchObject({
      user: { id: 'user-id', buyeruid: 'buyer-id' },
      ext: { srv: { analytics: { filelogger: { tag: 2 } } } },
    });
  });
});

describe('the trace of a real auction', () => {
  test('has the auction, all its states, and its bidders with their calls', () => {
    const traces = collector.collected.filter(({ path }) => path === '/v1/traces');
    expect(traces).toHaveLength(1);
    const { resourceSpans } = JSON.parse(traces[0]?.body ?? '') as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const names = spans.map(({ name }) => name);
    expect(names.toSpliced(6, 6)).toEqual([
      'POST /openrtb2/auction',
      ...['validate', 'enrich', 'privacy', 'fanOut', 'collect'],
      ...['adjust', 'target', 'cache', 'respond'],
    ]);
    const calls = [6, 8, 10].map((at) => names.slice(at, at + 2).join(' '));
    expect(calls.toSorted()).toEqual(['alpha POST', 'beta POST', 'gamma POST']);
    const [root] = spans;
    expect([root?.traceId, root?.parentSpanId]).toEqual([TRACE, '00f067aa0ba902b7']);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    for (const { parentSpanId } of spans.slice(1)) expect(ids.has(parentSpanId ?? '')).toBe(true);
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root?.startTimeUnixNano ?? 0));
      expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(root?.endTimeUnixNano ?? 0) + 1_000_000n);
    }
  });
});

describe('a host', () => {
  test('does not start with invalid analytics options', async () => {
    await expect(startTestHost({ analytics: { agma: { enabled: true } } })).rejects.toThrow(ConfigError);
  });

  test('serves metrics at any path of the separate listener', async () => {
    const { createScrapeServer } = await import('#src/metrics/scrape-server.ts');
    let respond = (_exposed: { type: string; body: string }): void => {};
    let callCount = 0;
    const scrapes = createScrapeServer(
      () =>
        new Promise((resolve) => {
          callCount++;
          respond = resolve;
        }),
      5000,
    );
    const port = await scrapes.listen('127.0.0.1', 0);
    const scrape = (): Promise<Response> => fetch(`http://127.0.0.1:${port}/any/path`);
    const waiting = Array.from({ length: 5 }, scrape);
    await expect.poll(() => callCount).toBe(5);
    expect((await scrape()).status).toBe(503);
    respond({ type: 'text/plain', body: 'metrics' });
    await Promise.race(waiting).then(async (response) => expect([response.status, await response.text()]).toEqual([200, 'metrics']));
    await scrapes.close();
    await Promise.allSettled(waiting);
  });

  test('ends connections to the separate listener that never end their headers', async () => {
    const { createScrapeServer } = await import('#src/metrics/scrape-server.ts');
    const scrapes = createScrapeServer(() => new Promise(() => {}), 5000, { headersTimeout: 50, connectionsCheckingInterval: 10 });
    const socket = connect(await scrapes.listen('127.0.0.1', 0), '127.0.0.1');
    const received = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString('latin1'))));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /metrics HTTP/1.1\r\n');
    expect((await received).split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
    await ended;
    await scrapes.close();
  });
});
