/** Moves of complete hosts of both variants: their folder is checked, served as it is, converted, and served again with the same result. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUCTOR } from '#test/helpers/program.ts';
import { type LocalServer, serve, startInFolder } from '#test/integration/host.ts';

/** A stored request with an alias, and a stored imp for the bidder and the alias. */
const STORED_REQUEST = JSON.stringify({
  cur: ['USD'],
  tmax: 5000,
  ext: { prebid: { aliases: { sister: 'adf' }, targeting: { pricegranularity: 'med', includewinners: true } } },
});
const STORED_IMP = JSON.stringify({
  banner: { format: [{ w: 300, h: 250 }] },
  ext: { prebid: { bidder: { adf: { mid: 12 }, sister: { mid: '13' } } } },
});
const REQUEST = {
  id: 'moved',
  site: { page: 'https://news.example/', publisher: { id: '1001' } },
  imp: [{ id: 'top', ext: { prebid: { storedrequest: { id: 'top' } } } }],
  ext: { prebid: { storedrequest: { id: 'home' } } },
};

/** A bid for every imp, in the form of that bidder; tag 12 gets a dollar, others half of it. */
function bidOn(body: string): object {
  const { id, imp } = JSON.parse(body) as { id: string; imp: { id: string; tagid: string }[] };
  const ext = { prebid: { type: 'banner' } };
  const bid = imp.map(({ id: impid, tagid }) => {
    const price = tagid === '12' ? 1 : 0.5;
    return { id: `bid-${impid}`, impid, price, adm: '<p>ad</p>', crid: 'c', w: 300, h: 250, ext };
  });
  return { id, cur: 'USD', seatbid: [{ bid }] };
}

interface Move {
  readonly settings: string;
  readonly files: (bidder: string) => Readonly<Record<string, string>>;
  /** Variables of the variant's own form. */
  readonly environment: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** Status of requests without an account. */
  readonly rejected: number;
}

const GO: Move = {
  rejected: 400,
  settings: 'pbs.yaml',
  environment: { PBS_PORT: '0', PBS_ADMIN_PORT: '0', PBS_HOST: '127.0.0.1' },
  files: (bidder) => ({
    'pbs.yaml': `
external_url: https://bids.example.com
host: 127.0.0.1
port: 8000
admin_port: 6060
status_response: "ok"
gdpr:
  default_value: "0"
  host_vendor_id: 52
  tcf2:
    purpose1: { enforce_vendors: true, vendor_exceptions: [adf] }
    purpose2: { enforce_algo: basic }
    special_feature1: { vendor_exceptions: [adf] }
    purpose_one_treatment: { enabled: true, access_allowed: true }
host_cookie: { domain: example.com, ttl_days: 30, family: example, cookie_name: hid, optout_cookie: { name: out, value: "1" } }
http_client:
  max_idle_connections: 400
  idle_connection_timeout_seconds: 30
  dialer: { timeout_seconds: 2 }
http_client_cache: { max_idle_connections: 10 }
cache: { scheme: https, host: cache.example.com, query: "uuid=%PBS_CACHE_UUID%", default_ttl_seconds: { banner: 300, video: 3600 } }
external_cache: { scheme: https, host: cache.example.com, path: /cache }
adapters:
  adf: { endpoint: ${bidder}, openrtb: { version: "2.6" }, userSync: { redirect: { user_macro: "$UID" } } }
  appnexus: { disabled: true }
stored_requests:
  filesystem: { enabled: true, directorypath: ./stored_requests/data/by_id }
  in_memory_cache: { type: lru, ttl_seconds: 600, request_cache_size_bytes: 1000000, imp_cache_size_bytes: 1000000, resp_cache_size_bytes: 1000 }
accounts: { filesystem: { enabled: true, directorypath: ./stored_requests/data/by_id } }
account_required: true
account_defaults: { debug_allow: false, events: { enabled: true }, price_floors: { enabled: false } }
auction_timeouts_ms: { default: 4000, max: 9000 }
currency_converter: { fetch_url: "", stale_rates_seconds: 600 }
analytics: { file: { filename: analytics.log } }
metrics:
  influxdb: { host: "http://influx.internal:8086", database: bids }
  prometheus: { port: 0, namespace: bids, subsystem: s1 }
  disabled_metrics: { account_debug: false }
request_timeout_headers: { request_time_in_queue: X-Queue, request_timeout_in_queue: X-Queue-Limit }
garbage_collector_threshold: 1000000
`,
    'stored_requests/data/by_id/stored_requests/home.json': STORED_REQUEST,
    'stored_requests/data/by_id/stored_imps/top.json': STORED_IMP,
    'stored_requests/data/by_id/accounts/1001.json': JSON.stringify({ targeting_prefix: 'pub', truncate_target_attr: 20 }),
  }),
  warnings: [
    'garbage_collector_threshold (pbs.yaml:40)',
    'http_client.max_idle_connections (pbs.yaml:17)',
    'http_client_cache.max_idle_connections (pbs.yaml:20)',
    'metrics.influxdb.database (pbs.yaml:36)',
    'metrics.influxdb.host (pbs.yaml:36)',
  ],
};

const JAVA: Move = {
  rejected: 401,
  settings: 'application.yaml',
  environment: { SERVER_HTTP_PORT: '0', ADMIN_PORT: '0' },
  files: (bidder) => ({
    'application.yaml': `
status-response: "ok"
external-url: https://\${PUBLIC_HOST:bids.example.com}
server: { http: { port: 8080 }, idle-timeout: 12, cpu-load-monitoring: { enabled: false } }
vertx: { worker-pool-size: 16 }
adapter-defaults: { enabled: false, modifying-vast-xml-allowed: true }
adapters:
  adf:
    enabled: true
    endpoint: ${bidder}
    ortb-version: "2.6"
    meta-info: { vendor-id: 50, site-media-types: [banner, video] }
    usersync: { cookie-family-name: adf, redirect: { url: "https://sync.example/?r={{redirect_url}}", uid-macro: "$UID" } }
cache: { scheme: https, host: cache.example.com, path: /cache, query: uuid=, banner-ttl-seconds: 300 }
gdpr:
  default-value: 0
  host-vendor-id: 52
  purposes.p1: { enforce-purpose: full, enforce-vendors: true, vendor-exceptions: adf }
  purposes:
    p2: { enforcePurpose: basic, enforceVendors: "yes" }
  special-features: { sf1: { enforce: true, vendor-exceptions: [adf] } }
  purpose-one-treatment-interpretation: access_allowed
  vendorlist:
    v2: { cache-dir: ./vendorlist2 }
    v3: { cache-dir: ./vendorlist3, retry-policy: { exponential-backoff: { delay-millis: 1000, factor: 2, jitter: 0.1, max-delay-millis: 60000 } } }
    live: { startup-cache-dir: ./vendorlist3 }
settings:
  enforce-valid-account: true
  default-account-config: '{"auction": {"events": {"enabled": true}, "debug-allow": false, "price-floors": {"enabled": false}}}'
  filesystem: { settings-filename: ./accounts.yaml, stored-requests-dir: ./stored-requests, stored-imps-dir: ./stored-imps, stored-responses-dir: , categories-dir: }
  in-memory-cache: { ttl-seconds: 600, cache-size: 1000 }
auction: { blocklisted-apps: "a,b", biddertmax: { max: 9000 }, cache: { expected-request-time-ms: 10 } }
host-cookie: { domain: example.com, ttl-days: 30, family: example, cookie-name: hid }
currency-converter.external-rates.enabled: false
metrics:
  prometheus: { enabled: false, port: 8070, namespace: bids }
  graphite: { enabled: false, host: graphite.internal, port: 2003 }
  accounts: { default-verbosity: basic, detailed-verbosity: "1001" }
analytics: { log: { enabled: true } }
http-client: { max-pool-size: 500, connect-timeout-ms: 2000, circuit-breaker: { enabled: true, opening-threshold: 5, opening-interval-ms: 1000, closing-interval-ms: 2000, idle-expire-hours: 12 } }
`,
    'stored-requests/home.json': STORED_REQUEST,
    'stored-imps/top.json': STORED_IMP,
    'accounts.yaml': `
accounts:
  - id: 1001
    status: active
    auction: { truncate-target-attr: 20, targeting: { prefix: pub } }
    analytics: { auction-events: { web: true } }
`,
  }),
  warnings: [
    'metrics.graphite.enabled (application.yaml:37)',
    'metrics.graphite.host (application.yaml:37)',
    'metrics.graphite.port (application.yaml:37)',
    'server.cpu-load-monitoring.enabled (application.yaml:4)',
    'vertx.worker-pool-size (application.yaml:5)',
  ],
};

/** No network, and free ports. */
const OURS = {
  AUCTOR_WARM_UP_AUCTIONS: '0',
  AUCTOR_PORT: '0',
  AUCTOR_ADMIN_PORT: '0',
  AUCTOR_HOST: '127.0.0.1',
  AUCTOR_GDPR_VENDORLIST_LIVE_ENABLED: 'false',
  AUCTOR_ADMISSION_MAX_WAIT_MS: '60000',
};

const moves: readonly [string, Move][] = [
  ['Go', GO],
  ['Java', JAVA],
];

describe.each(moves)('a host of the %s variant', (_, { settings, files, environment, warnings, rejected }) => {
  let folder: string;
  let bidder: LocalServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'auctor-move-'));
    bidder = await serve((_, body) => bidOn(body));
    for (const [path, text] of Object.entries(files(bidder.url))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(async () => {
    await bidder.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const { PATH = '' } = process.env;
  function auctor(...args: readonly string[]): Promise<{ readonly status: number | null; readonly lines: readonly string[] }> {
    const child = spawn(process.execPath, [AUCTOR, ...args], { cwd: folder, env: { PATH } });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return new Promise((resolve) => {
      child.on('close', (status) => resolve({ status, lines: Buffer.concat(chunks).toString('utf8').trim().split('\n') }));
    });
  }
  const warningsIn = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => /^warning: (.*?\)): no meaning here because/.exec(line)?.[1] ?? []).sort();

  async function auctionOf(args: readonly string[], more: Readonly<Record<string, string>>): Promise<object> {
    const host = await startInFolder(folder, args, { PATH, ...OURS, ...more });
    const { status, body } = await host.post('/openrtb2/auction', REQUEST);
    const unknown = await host.post('/openrtb2/auction', { ...REQUEST, site: { page: 'https://news.example/' } });
    await host.stop();
    const { seatbid, cur } = JSON.parse(body) as Record<string, { seat: string; bid: { price: number; ext: { prebid: object } }[] }[]>;
    const seats = (seatbid ?? []).map(({ seat, bid }) => ({ seat, bids: bid.map(({ price, ext }) => ({ price, ...ext.prebid })) }));
    return { status, cur, seats: seats.sort((a, b) => (a.seat < b.seat ? -1 : 1)), unknown: unknown.status, ended: await host.ended };
  }

  test('is checked, served as it is, converted, and served with the same result', async () => {
    const variant = `--variant=${settings === 'pbs.yaml' ? 'go' : 'java'}`;
    const [checked, migrated, asItIs] = await Promise.all([
      auctor('check', '--config', settings, variant),
      auctor('migrate', settings, '--out', 'auctor.yaml'),
      auctionOf([], environment),
    ]);
    expect({ status: checked.status, warnings: warningsIn(checked.lines) }).toEqual({ status: 0, warnings });
    const bid = (price: number) => expect.objectContaining({ price, targeting: expect.anything(), events: expect.anything() });
    const seats = [
      { seat: 'adf', bids: [bid(1)] },
      { seat: 'sister', bids: [bid(0.5)] },
    ];
    expect(asItIs).toEqual({ status: 200, cur: 'USD', seats, unknown: rejected, ended: 0 });
    expect(JSON.stringify(asItIs)).toContain('"pub_pb":"1.00"');
    expect(migrated.status).toBe(0);
    const [again, converted] = await Promise.all([
      auctor('check', '--config', 'auctor.yaml', '--strict'),
      auctionOf(['--config', 'auctor.yaml'], {}),
    ]);
    expect(again).toMatchObject({ status: 0 });
    expect(withoutTimes(converted)).toEqual(withoutTimes(asItIs));
  });
});

/** Event addresses have the time of their auction. */
const withoutTimes = (served: object): unknown => JSON.parse(JSON.stringify(served).replace(/ts=\d+/g, 'ts=…'));
