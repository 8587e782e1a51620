/**
 * `node deploy/grafana/write.ts`: writes the dashboards. With `--check`: writes nothing, exits with 1 if a file is outdated.
 * `test/deploy/metrics.test.ts` compares their queries with the metrics of a running host.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A plot: title, unit of Grafana, queries by legend. */
type Panel = readonly [title: string, unit: string, queries: Readonly<Record<string, string>>];

const ON = 'instance=~"$instance"';
/** Series of all bidders exist from the start, hundreds with the go variant: the variable has those that were called. */
const BIDDER = `${ON},adapter=~"$adapter"`;
/** Rate per second of a counter, summed by a label. */
const rate = (family: string, by: string, labels = ON): string => `sum by (${by}) (rate(${family}{${labels}}[$__rate_interval]))`;
const quantile = (q: number, family: string, by = '', labels = ON): string =>
  `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (rate(${family}_bucket{${labels}}[$__rate_interval])))`;
const share = (part: string, all: string): string => `${part} / ${all}`;

const HOST: readonly Panel[] = [
  ['Auctions', 'reqps', { '{{request_type}}': rate('requests', 'request_type') }],
  ['Auctions by status', 'reqps', { '{{request_status}}': rate('requests', 'request_status') }],
  [
    'Duration of auctions',
    's',
    {
      p50: quantile(0.5, 'request_time_seconds'),
      p95: quantile(0.95, 'request_time_seconds'),
      p99: quantile(0.99, 'request_time_seconds'),
    },
  ],
  ['Auctions in flight', 'short', { '{{instance}} live': `auctions_live{${ON}}`, '{{instance}} waiting': `auctions_waiting{${ON}}` }],
  ['Rejected requests', 'reqps', { '{{reason}}': rate('admission_rejected', 'reason') }],
  ['Own time of auctions', 's', { '{{overhead_type}}': quantile(0.95, 'overhead_time_seconds', 'overhead_type') }],
  ['CPU', 'percentunit', { '{{instance}}': rate('process_cpu_seconds_total', 'instance') }],
  ['Event loop', 'percentunit', { '{{instance}} {{worker}}': `nodejs_eventloop_utilization{${ON}}` }],
  ['Event loop lag, p99', 's', { '{{instance}} {{worker}}': `nodejs_eventloop_lag_seconds{${ON},quantile="0.99"}` }],
  [
    'Memory',
    'bytes',
    { '{{instance}} resident': `process_resident_memory_bytes{${ON}}`, '{{instance}} heap': `nodejs_heap_size_used_bytes{${ON}}` },
  ],
  ['Garbage collection', 'percentunit', { '{{kind}}': rate('nodejs_gc_duration_seconds_sum', 'kind') }],
  ['Connections of clients', 'short', { '{{instance}}': `client_connections{${ON}}` }],
  ['Bid cache writes, p95', 's', { 'success {{success}}': quantile(0.95, 'prebidcache_write_time_seconds', 'success') }],
  [
    'Stored data found in memory',
    'percentunit',
    {
      requests: share(
        rate('stored_request_cache_performance', 'instance', `${ON},cache_result="hit"`),
        rate('stored_request_cache_performance', 'instance'),
      ),
      accounts: share(
        rate('account_cache_performance', 'instance', `${ON},cache_result="hit"`),
        rate('account_cache_performance', 'instance'),
      ),
    },
  ],
  ['Failed refreshes', 'short', { '{{name}}': rate('background_refreshes', 'name', `${ON},result="failed"`) }],
  ['Analytics events', 'short', { '{{pipeline}} {{result}}': rate('pipeline_events', 'pipeline, result') }],
];

const BIDDERS: readonly Panel[] = [
  ['Calls', 'reqps', { '{{adapter}}': rate('adapter_requests', 'adapter', BIDDER) }],
  [
    'Calls with bids',
    'percentunit',
    { '{{adapter}}': share(rate('adapter_requests', 'adapter', `${BIDDER},has_bids="true"`), rate('adapter_requests', 'adapter', BIDDER)) },
  ],
  ['Bids', 'short', { '{{adapter}}': rate('adapter_bids', 'adapter', BIDDER) }],
  ['Errors', 'short', { '{{adapter}} {{adapter_error}}': `${rate('adapter_errors', 'adapter, adapter_error', BIDDER)} > 0` }],
  ['Response time, p50', 's', { '{{adapter}}': quantile(0.5, 'adapter_request_time_seconds', 'adapter', BIDDER) }],
  ['Response time, p95', 's', { '{{adapter}}': quantile(0.95, 'adapter_request_time_seconds', 'adapter', BIDDER) }],
  [
    'Mean price, CPM',
    'short',
    { '{{adapter}}': `${share(rate('adapter_prices_sum', 'adapter', BIDDER), rate('adapter_prices_count', 'adapter', BIDDER))} / 1000` },
  ],
  ['Health: 0 healthy, 2 throttled', 'short', { '{{adapter}}': `max by (adapter) (adapter_health{${BIDDER}})` }],
  ['Calls not made', 'short', { '{{adapter}}': rate('adapter_throttled', 'adapter', BIDDER) }],
  ['Late responses', 'short', { '{{adapter}}': rate('adapter_late_responses', 'adapter', BIDDER) }],
  [
    'Calls without a known user',
    'percentunit',
    { '{{adapter}}': share(rate('adapter_requests', 'adapter', `${BIDDER},cookie="no"`), rate('adapter_requests', 'adapter', BIDDER)) },
  ],
  ['User syncs', 'short', { '{{syncer}} {{status}}': `${rate('syncer_sets', 'syncer, status')} > 0` }],
];

/** A counter of rollups per second, by the busiest keys of a dimension. */
const rollup = (count: string, by: string): string => rate(`rollup_${count}`, 'key', `${ON},by="${by}"`);
/** Time in states, the slowest process counts. */
const stateTime = (quantile: number): string => `max by (account, state) (rollup_state_seconds{${ON},quantile="${quantile}"})`;

const ROLLUPS: readonly Panel[] = [
  ['Auctions by account', 'reqps', { '{{key}}': rollup('auctions', 'account') }],
  [
    'Auctions with bids by account',
    'percentunit',
    { '{{key}}': share(rollup('auctions_with_bids', 'account'), rollup('auctions', 'account')) },
  ],
  ['Revenue by account, USD per second', 'currencyUSD', { '{{key}}': rollup('revenue_usd', 'account') }],
  ['Revenue by bidder, USD per second', 'currencyUSD', { '{{key}}': rollup('revenue_usd', 'bidder') }],
  ['Won bids by bidder', 'percentunit', { '{{key}}': share(rollup('won_bids', 'bidder'), rollup('bids', 'bidder')) }],
  ['Timeouts by bidder', 'percentunit', { '{{key}}': share(rollup('timeouts', 'bidder'), rollup('calls', 'bidder')) }],
  ['Bids by media type', 'short', { '{{key}}': rollup('bids', 'media_type') }],
  ['Auctions by country', 'reqps', { '{{key}}': rollup('auctions', 'country') }],
  ['Time in states, p50', 's', { '{{account}} {{state}}': stateTime(0.5) }],
  ['Time in states, p99', 's', { '{{account}} {{state}}': stateTime(0.99) }],
];

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
/** Two panels in a row of Grafana's 24 columns. */
const [WIDTH, HEIGHT] = [12, 8];

const panel = ([title, unit, queries]: Panel, i: number): object => ({
  id: i + 1,
  type: 'timeseries',
  title,
  datasource: DATASOURCE,
  gridPos: { x: (i % 2) * WIDTH, y: Math.floor(i / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: Object.entries(queries).map(([legendFormat, expr], n) => ({
    refId: String.fromCharCode(65 + n),
    datasource: DATASOURCE,
    expr,
    legendFormat,
  })),
});

/** A choice of several values, read again with each change of the time range. */
const variable = (name: string, label: string, query: string, rest: object): object => ({
  name,
  label,
  type: 'query',
  datasource: DATASOURCE,
  query: { query, refId: `${name}s` },
  refresh: 2,
  multi: true,
  includeAll: true,
  ...rest,
});

const INSTANCE = variable('instance', 'Instance', 'label_values(auctions_live, instance)', { allValue: '.*' });
const CALLED = `query_result(sum by (adapter) (increase(adapter_requests{${ON}}[$__range])) > 0)`;
const ADAPTER = variable('adapter', 'Bidder', CALLED, { regex: '/adapter="([^"]+)"/', sort: 1 });

const dashboard = (uid: string, title: string, panels: readonly Panel[], variables = [INSTANCE]): object => ({
  uid,
  title,
  tags: ['auctor'],
  schemaVersion: 39,
  timezone: 'utc',
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: {
    list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }, ...variables],
  },
  panels: panels.map(panel),
});

const FILES = {
  host: dashboard('auctor-host', 'auctor: hosts', HOST),
  bidders: dashboard('auctor-bidders', 'auctor: bidders', BIDDERS, [INSTANCE, ADAPTER]),
  rollups: dashboard('auctor-rollups', 'auctor: accounts, bidders, countries', ROLLUPS),
};

for (const [name, content] of Object.entries(FILES)) {
  const file = join(import.meta.dirname, 'dashboards', `${name}.json`);
  const text = `${JSON.stringify(content, null, 1)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`deploy/grafana/dashboards/${name}.json is outdated; run node deploy/grafana/write.ts`);
    process.exitCode = 1;
  }
}
