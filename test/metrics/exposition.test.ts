import { describe, expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { Exposition } from '#src/metrics/exposition.ts';
import { javaNumbers } from '#src/metrics/java-names.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';

const metricsConfig = (metrics: HostConfigInput['metrics'] = {}) => hostSchema.parse({ metrics }).metrics;

const read = (metrics: MetricsRegistry) => async () => metrics.read();

function filled(): MetricsRegistry {
  const metrics = new MetricsRegistry();
  metrics.counter('requests', 'Requests.', { request_type: 'amp', request_status: 'ok' }).add(3);
  metrics.gauge('auctions_live', 'Live.').set(2);
  metrics.histogram('adapter_prices', 'Prices.', [250, 500], { adapter: 'alpha' }).observe(300);
  metrics.counter('adapter_buyeruids_scrubbed', 'Scrubbed.', { adapter: 'alpha' }).add();
  return metrics;
}

describe('exposed metrics', () => {
  test('are Prometheus text, without disabled families', async () => {
    expect((await new Exposition(metricsConfig(), read(filled())).expose()).body).toBe(
      [
        '# HELP adapter_prices Prices.',
        '# TYPE adapter_prices histogram',
        'adapter_prices_bucket{le="250",adapter="alpha"} 0',
        'adapter_prices_bucket{le="500",adapter="alpha"} 1',
        'adapter_prices_bucket{le="+Inf",adapter="alpha"} 1',
        'adapter_prices_sum{adapter="alpha"} 300',
        'adapter_prices_count{adapter="alpha"} 1',
        '# HELP auctions_live Live.',
        '# TYPE auctions_live gauge',
        'auctions_live 2',
        '# HELP requests Requests.',
        '# TYPE requests counter',
        'requests{request_type="amp",request_status="ok"} 3',
        '',
      ].join('\n'),
    );
  });

  test('have namespace and subsystem before their names', async () => {
    const config = metricsConfig({
      prometheus: { namespace: 'ns', subsystem: 'sub' },
      disabled_metrics: { adapter_buyeruid_scrubbed: false },
    });
    const text = (await new Exposition(config, read(filled())).expose()).body;
    expect(text.match(/^# TYPE \S+/gm)).toEqual([
      '# TYPE ns_sub_adapter_buyeruids_scrubbed',
      '# TYPE ns_sub_adapter_prices',
      '# TYPE ns_sub_auctions_live',
      '# TYPE ns_sub_requests',
    ]);
  });

  test('have the Java variant’s names beside their own if configured', async () => {
    const text = (await new Exposition(metricsConfig({ prometheus: { java_names: true } }), read(filled())).expose()).body;
    expect(text).toContain('\nrequests_ok_amp 3\n');
    expect(text).toContain('\nadapter_alpha_prices 1\n');
  });

  test('have labels instead of the names of bidders and accounts in the Java variant’s names if configured', async () => {
    const prometheus = { java_names: true, custom_labels_enabled: true };
    const metrics = filled();
    metrics.counter('account_adapter_requests', 'Calls.', { account: '1', adapter: 'alpha', has_bids: 'true' }).add(2);
    metrics.counter('account_adapter_requests', 'Calls.', { account: '2', adapter: 'alpha', has_bids: 'true' }).add(5);
    const text = (await new Exposition(metricsConfig({ prometheus }), read(metrics)).expose()).body;
    expect(text).toContain('\nrequests_ok_amp 3\n');
    expect(text).not.toContain('adapter_alpha_prices');
    expect(text.match(/^account_adapter_requests_gotbids.*$/gm)).toEqual([
      'account_adapter_requests_gotbids{account="1",adapter="alpha"} 2',
      'account_adapter_requests_gotbids{account="2",adapter="alpha"} 5',
    ]);
  });

  test('escape label values', () => {
    const metrics = new MetricsRegistry();
    metrics.counter('x', 'X\nY', { label: 'a"b\\c\nd' }).add();
    expect(metrics.expose()).toBe('# HELP x X Y\n# TYPE x counter\nx{label="a\\"b\\\\c\\nd"} 1\n');
  });

  test('compute gauges only on read', () => {
    const metrics = new MetricsRegistry();
    let calls = 0;
    const gauge = metrics.gauge('g', 'G');
    const end = metrics.beforeReading(() => gauge.set(++calls));
    expect([calls, metrics.expose()]).toEqual([0, '# HELP g G\n# TYPE g gauge\ng 1\n']);
    end();
    metrics.expose();
    expect(calls).toBe(1);
  });
});

describe('the Java variant’s names', () => {
  test('are dotted, with related figures summed', () => {
    const metrics = new MetricsRegistry();
    const count = (name: string, labels: Record<string, string>, times = 1) => metrics.counter(name, '', labels).add(times);
    count('requests', { request_type: 'openrtb2-app', request_status: 'blockedapp' });
    for (const blocked of ['app', 'account', 'inactive_account']) count('requests_blocked', { request_type: 'openrtb2-app', blocked });
    count('requests_by_bidders', { bidders: '3' });
    for (const bidder of ['disabled', 'unknown']) count('alias_errors', { bidder });
    count('adapter_tcf', { adapter: 'alpha', request_type: 'amp', effect: 'geo_masked' });
    for (const state of ['valid', 'invalid', 'missing']) count('privacy_consent_strings', { state });
    count('privacy_tcf', { source: 'request', version: 'err' });
    for (const kind of ['request', 'amp', 'video', 'imp', 'response']) count('stored_data_ids', { kind, result: 'found' });
    count('syncer_tcf', { syncer: 'adnxs', reason: 'blocked' });
    count('syncer_tcf', { syncer: 'all', reason: 'invalid' });
    count('setuid_requests', { status: 'syncer_unknown' });
    count('requests', { request_type: 'openrtb2-app', request_status: 'ok' }, 2);
    count('impressions_requests', { banner: 'true', video: 'true', audio: 'false', native: 'false' }, 4);
    count('adapter_requests', { adapter: 'alpha', cookie: 'no', has_bids: 'true' });
    count('adapter_errors', { adapter: 'alpha', adapter_error: 'timeout' });
    count('adapter_bids', { adapter: 'alpha', delivery: 'adm' }, 3);
    count('adapter_bids_by_type', { adapter: 'alpha', media_type: 'banner', delivery: 'adm' }, 2);
    count('adapter_requests_by_type', { adapter: 'alpha', request_type: 'amp' });
    count('account_requests', { account: '1001' });
    count('privacy_ccpa', { source: 'request', opt_out: 'true' });
    count('gvl_requests', {}, 2);
    count('gvl_fallbacks', {});
    for (const success of ['ok', 'failed']) count('gvl_fetch', { success }, 3);
    for (const status of ['ok', 'bad_request', 'opt_out', 'gdpr_blocked_host_cookie']) count('cookie_sync_requests', { status });
    count('setuid_requests', { status: 'ok' });
    count('setuid_requests', { status: 'opt_out' });
    count('syncer_sets', { syncer: 'adnxs', status: 'ok' });
    count('timeout_notification', { success: 'failed' }, 2);
    count('connections_error', { connection_error: 'accept' });
    count('connections_error', { connection_error: 'close' });
    for (const worker of ['1', '2']) metrics.gauge('currency_rates_stale', '', { worker }).set(1);
    count('analytics_events', { module: 'pubstack', kind: 'notification', result: 'reported' });
    metrics.histogram('prebidcache_write_time_seconds', '', [1], { success: 'true' }).observe(0.1);
    expect(javaNumbers(metrics.read())).toEqual({
      'account.1001.requests': 1,
      'adapter.alpha.amp.tcf.geo_masked': 1,
      'adapter.alpha.banner.adm_bids_received': 2,
      'adapter.alpha.bids_received': 3,
      'adapter.alpha.no_cookie_requests': 1,
      'adapter.alpha.requests.gotbids': 1,
      'adapter.alpha.requests.timeout': 1,
      'adapter.alpha.requests.type.amp': 1,
      'analytics.pubstack.event.ok': 1,
      app_requests: 3,
      'bidder-cardinality.3.requests': 1,
      connection_accept_errors: 1,
      cookie_sync_requests: 4,
      'currency-rates.stale': 1,
      disabled_bidder: 1,
      imps_banner: 4,
      imps_requested: 4,
      imps_video: 4,
      'prebid_cache.requests.ok': 1,
      'privacy.tcf.invalid': 1,
      'privacy.tcf.missing': 1,
      'privacy.tcf.v2.requests': 1,
      'privacy.tcf.v2.vendorlist.err': 3,
      'privacy.tcf.v2.vendorlist.fallback': 1,
      'privacy.tcf.v2.vendorlist.missing': 2,
      'privacy.tcf.v2.vendorlist.ok': 3,
      'privacy.usp.opt-out': 1,
      'privacy.usp.specified': 1,
      'requests.badinput.openrtb2-app': 1,
      'requests.blocklisted_account.openrtb2-app': 1,
      'requests.blocklisted_app.openrtb2-app': 1,
      'requests.ok.openrtb2-app': 2,
      stored_imps_found: 1,
      stored_requests_found: 3,
      'timeout_notification.failed': 2,
      unknown_bidder: 1,
      'usersync.adnxs.sets': 1,
      'usersync.adnxs.tcf.blocked': 1,
      'usersync.all.tcf.invalid': 1,
      'usersync.bad_requests': 2,
      'usersync.opt_outs': 2,
    });
  });
});
