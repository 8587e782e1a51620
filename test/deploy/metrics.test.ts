/** Alert rules and dashboards name series, labels and values that a running host exposes. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BidderServer, bidderServer, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { ROOT } from '../../.ci/packages.ts';
import { read, readYaml } from './files.ts';

const ALERTS = 'deploy/prometheus/alerts.yaml';
interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const rules = readYaml<Alerts>(ALERTS).groups.flatMap((group) => group.rules);
const dashboards = globSync('deploy/grafana/dashboards/*.json', { cwd: ROOT }).map((file) => JSON.parse(read(file)) as Dashboard);
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))),
];

/** Labels that Prometheus adds, and the one of hosts with several workers. */
const ADDED = new Set(['instance', 'job', 'worker']);
const WORDS = new Set(['sum', 'by', 'max', 'avg', 'rate', 'increase', 'changes', 'histogram_quantile', 'le']);

/** Series of a query: every name that is neither a function, a label of `by` nor inside a selector. */
const seriesIn = (expr: string): string[] => {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|by \([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_]\w*/gi)].map(([name]) => name).filter((name) => !WORDS.has(name));
};

/** `name{a="b"}` → its name and the matchers. */
const selectorsIn = (expr: string): { name: string; label: string; operator: string; value: string }[] =>
  [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', inner = '']) =>
    [...inner.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => ({ name, label, operator, value })),
  );

const groupsIn = (expr: string): string[] => [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, inner = '']) => inner.split(/,\s*/));

describe('alerts and dashboards', () => {
  let host: RunningHost;
  let store: BidderServer;
  /** Labels and values of every series. */
  const exposed = new Map<string, Map<string, Set<string>>>();

  beforeAll(async () => {
    store = await bidderServer((_request, response) =>
      response.end('{"requests":{"stored":{"site":{"page":"https://publisher.example"}}}}'),
    );
    // Services that are down have their series as well; port 9 has no listener.
    const nowhere = 'http://127.0.0.1:9';
    host = await startTestHost({
      adapters: { generic: { enabled: true, endpoint: nowhere } },
      stored_requests: {
        filesystem: { enabled: false },
        http: { endpoint: store.origin },
        http_events: { endpoint: nowhere, refresh_rate_seconds: 60 },
        in_memory_cache: { type: 'lru' },
      },
      accounts: { filesystem: { enabled: false }, http: { endpoint: nowhere }, in_memory_cache: { type: 'lru' } },
      cache: { backend: 'redis', redis: { host: '127.0.0.1', port: 9 } },
      currency_converter: { fetch_url: nowhere },
      analytics: { http: { url: nowhere } },
      metrics: { rollups: { enabled: true } },
    });
    const imp = [{ id: 'i', banner: { format: [{ w: 1, h: 1 }] }, ext: { srv: { bidder: { generic: {} } } } }];
    const body = JSON.stringify({ id: 'a', imp, ext: { srv: { storedrequest: { id: 'stored' } } } });
    // The second finds the stored request in memory. On a busy machine the store may be late, which rejects an auction.
    for (let done = 0; done < 2; ) {
      const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body });
      await response.text();
      if (response.ok) done++;
    }
    for (const [, name = '', labels = ''] of (await (await fetch(`${host.adminOrigin}/metrics`)).text()).matchAll(
      /^(\w+)(?:\{(.*)\})? /gm,
    )) {
      const of = exposed.get(name) ?? new Map<string, Set<string>>();
      for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) of.set(label, (of.get(label) ?? new Set()).add(value));
      exposed.set(name, of);
    }
  });
  afterAll(async () => {
    await host.stop(0);
    await store.close();
  });

  it.each(queries)('of %s name series that a host exposes: %s', (_, expr) => {
    const names = seriesIn(expr);
    expect(names.length).toBeGreaterThan(0);
    // Prometheus itself makes `up`.
    expect(names.filter((name) => name !== 'up' && !exposed.has(name))).toEqual([]);
  });

  it('name labels that these series have', () => {
    const missing = queries.flatMap(([title, expr]) => {
      const wanted = [...groupsIn(expr), ...selectorsIn(expr).map(({ label }) => label)].filter((label) => !ADDED.has(label));
      const known = new Set(seriesIn(expr).flatMap((name) => [...(exposed.get(name)?.keys() ?? [])]));
      return wanted.filter((label) => !known.has(label)).map((label) => `${title}: ${label}`);
    });
    expect(missing).toEqual([]);
  });

  it('compare labels with values that exist', () => {
    const unknown = queries
      .flatMap(([, expr]) => selectorsIn(expr))
      .filter(({ name, label, operator, value }) => {
        const values = [...(exposed.get(name)?.get(label) ?? [])];
        // A variable of a dashboard.
        return (
          !ADDED.has(label) &&
          !value.startsWith('$') &&
          !values.some((one) => (operator === '=' ? one === value : new RegExp(`^(${value})$`).test(one)))
        );
      });
    expect(unknown).toEqual([]);
  });
});

describe('the dashboards', () => {
  it('show bidders that were called, not the hundreds that have series', () => {
    const all = dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
    const byBidder = all.filter((expr) => /by \([^)]*adapter/.test(expr));
    expect(byBidder.length).toBeGreaterThan(10);
    expect(byBidder.filter((expr) => !expr.includes('adapter=~"$adapter"'))).toEqual([]);
  });

  it('are generated by deploy/grafana/write.ts', () => {
    const { status, stderr } = spawnSync(process.execPath, ['deploy/grafana/write.ts', '--check'], { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual(['auctor-bidders', 'auctor-host', 'auctor-rollups']);
  });
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

describe('the alert rules', () => {
  it('report events lost in a full buffer, after the last attempt, and from a full spool', () => {
    const lost = rules.find(({ alert }) => alert === 'AuctorEventsLost')?.expr ?? '';
    expect(/result=~"([^"]*)"/.exec(lost)?.[1]?.split('|')).toEqual(['full', 'failed', 'dropped']);
  });

  it('have names of their own', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.runIf(promtool)('are valid by promtool', () => {
    const { status, stdout } = spawnSync('promtool', ['check', 'rules', join(ROOT, ALERTS)], { encoding: 'utf8' });
    expect({ status, last: stdout.trim().split('\n').at(-1)?.trim() }).toEqual({ status: 0, last: `SUCCESS: ${rules.length} rules found` });
  });

  it.runIf(promtool)('are loaded by a valid configuration of Prometheus', () => {
    const { status } = spawnSync('promtool', ['check', 'config', '--syntax-only', join(ROOT, 'deploy/compose/prometheus.yaml')]);
    expect(status).toBe(0);
  });
});
