import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#src/auction/services.ts';
import { hostSchema } from '#src/config/schema.ts';
import { openGeo } from '#src/feeds/geo.ts';
import { healthChecksOf } from '#src/host/health-checks.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { type BidderServer, bidderServer, bidOnAll, startTestHost } from '#test/helpers/host.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { writeMmdb } from '#test/helpers/mmdb.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-geo-'));
const germany = { country: { iso_code: 'DE', is_in_european_union: true }, subdivisions: [{ iso_code: 'by' }] };
const NETWORKS = {
  '91.0.0.0/10': germany,
  '8.8.8.0/24': { country_code: 'US', region_code: 'CA' },
  '2001:4860:0:0:0:0:0:0/32': { registered_country: { iso_code: 'US' } },
  '203.0.113.0/24': { country: { iso_code: 'XX' } },
};

function database(content: Buffer): string {
  const file = join(folder, `${Math.random()}.mmdb`);
  writeFileSync(file, content);
  return file;
}

const open = async (geolocation: object, metrics = new MetricsRegistry()) =>
  openGeo(hostSchema.parse({ geolocation: { enabled: true, ...geolocation } }), { metrics, log: silentLog, clock: systemClock });

describe('a geolocation database', () => {
  test.each([24, 28, 32] as const)('of %i bits has records for addresses of both versions', async (bits) => {
    const geo = await open({ file: database(writeMmdb(NETWORKS, bits)) });
    expect(geo?.find('91.1.2.3')).toEqual({ country: 'DEU', region: 'BY' });
    expect(geo?.find('8.8.8.8')).toEqual({ country: 'USA', region: 'CA' });
    expect(geo?.find('2001:4860:4860::8888')).toEqual({ country: 'USA' });
    expect(['8.8.9.1', '2001:db8::1', '', 'nobody', '1.2.3'].map((address) => geo?.find(address))).toEqual(Array(5).fill(undefined));
  });

  test('of version 4 has no others', async () => {
    const geo = await open({ file: database(writeMmdb({ '10.0.0.0/8': { country_code: 'FR' } }, 24, 4)) });
    expect([geo?.find('10.9.8.7'), geo?.find('::1')]).toEqual([{ country: 'FRA' }, undefined]);
  });

  test('that is invalid stops the startup', async () => {
    await expect(open({ file: database(Buffer.from('no database')) })).rejects.toThrow('geolocation.file: not a MaxMind database');
    await expect(open({ file: join(folder, 'nowhere') })).rejects.toThrow(/geolocation\.file: ENOENT/);
  });
});

describe('a geolocation', () => {
  test('has an alpha-3 country and a region, and is counted', async () => {
    const metrics = new MetricsRegistry();
    const geo = await open({ file: database(writeMmdb(NETWORKS)) }, metrics);
    expect(geo?.find('91.1.2.3')).toEqual({ country: 'DEU', region: 'BY' });
    expect(geo?.find('8.8.8.8')).toEqual({ country: 'USA', region: 'CA' });
    expect(geo?.find('2001:4860::1')).toEqual({ country: 'USA' });
    expect([geo?.find('203.0.113.1'), geo?.find('1.1.1.1')]).toEqual([undefined, undefined]);
    expect(nonZero(metrics.expose())).toEqual({ 'geolocation_requests{result="found"}': 3, 'geolocation_requests{result="unknown"}': 2 });
  });

  test('may be listed in the settings', async () => {
    const geo = await open({
      type: 'configuration',
      configurations: [
        { address_pattern: '10.1.', geo_info: { country: 'fr', region: 'idf' } },
        { address_pattern: '10.', geo_info: { country: 'ESP' } },
      ],
    });
    expect([geo?.find('10.1.0.1'), geo?.find('10.2.0.1'), geo?.find('11.0.0.1')]).toEqual([
      { country: 'FRA', region: 'IDF' },
      { country: 'ESP' },
      undefined,
    ]);
  });

  test('of the settings has the other fields of a device, and the time difference of the day', async () => {
    const info = {
      country: 'us',
      region: 'ny',
      city: 'New York',
      zip: '10001',
      metro: '501',
      lat: 40.7,
      lon: -74,
      time_zone: 'America/New_York',
    };
    const clock = new WoundClock(Date.UTC(2026, 0, 15));
    const config = hostSchema.parse({
      geolocation: { enabled: true, type: 'configuration', configurations: [{ address_pattern: '10.', geo_info: info }] },
    });
    const geo = await openGeo(config, { metrics: new MetricsRegistry(), log: silentLog, clock });
    const place = { country: 'USA', region: 'NY', city: 'New York', zip: '10001', metro: '501', lat: 40.7, lon: -74 };
    expect(geo?.find('10.0.0.1')).toEqual({ ...place, utcoffset: -300 });
    clock.wind(180 * 86_400_000);
    expect(geo?.find('10.0.0.1')).toEqual({ ...place, utcoffset: -240 });
  });

  test('of an unknown time zone has no time difference', async () => {
    const configurations = [{ address_pattern: '10.', geo_info: { country: 'fr', time_zone: 'Nowhere/At_All' } }];
    const geo = await open({ type: 'configuration', configurations });
    expect(geo?.find('10.0.0.1')).toEqual({ country: 'FRA' });
  });

  test('of a database with invalid records is a failure, after which a circuit breaker pauses lookups', async () => {
    const clock = new WoundClock();
    const metrics = new MetricsRegistry();
    const content = writeMmdb({ '10.0.0.0/8': { country_code: 'FR' }, '11.0.0.0/8': { country_code: 'DE' } });
    // The type of the text `FR` is none.
    content[content.indexOf('FR') - 1] = 0;
    const circuit_breaker = { enabled: true, opening_threshold: 2, opening_interval_ms: 1000, closing_interval_ms: 5000 };
    const config = hostSchema.parse({ geolocation: { enabled: true, file: database(content), circuit_breaker } });
    const geo = await openGeo(config, { metrics, log: silentLog, clock });
    const found = () => ['11.0.0.1', '10.0.0.1', '10.0.0.1', '11.0.0.1'].map((address) => geo?.find(address));
    expect(found()).toEqual([{ country: 'DEU' }, undefined, undefined, undefined]);
    clock.wind(4999);
    expect(geo?.find('11.0.0.1')).toBeUndefined();
    clock.wind(1);
    expect(geo?.find('11.0.0.1')).toEqual({ country: 'DEU' });
    expect(nonZero(metrics.expose())).toEqual({ 'geolocation_requests{result="found"}': 2, 'geolocation_requests{result="failed"}': 2 });
  });

  test('is unavailable to health checks until its database is fetched', async () => {
    const remote = await bidderServer((_, response) => void response.end(writeMmdb(NETWORKS)));
    const save_filepath = join(folder, 'fetched.mmdb');
    const geo = await open({ maxmind: { remote_file_syncer: { download_url: remote.origin, save_filepath } } });
    const { probe } = healthChecksOf({ config: hostSchema.parse({ health_check: { geolocation: { enabled: true } } }), geo } as Services, {
      pingDatabase: async () => undefined,
    })[0] ?? { probe: async () => undefined };
    await expect(probe()).rejects.toThrow('the database is not fetched yet');
    await geo?.start();
    await expect(probe()).resolves.toBeUndefined();
    geo?.stop();
    await remote.close();
  });

  test('is not looked up if the host disables it', async () => {
    expect(await openGeo(hostSchema.parse({}), { metrics: new MetricsRegistry(), log: silentLog, clock: systemClock })).toBeUndefined();
  });
});

describe('an auction', () => {
  let bidder: BidderServer;

  beforeAll(async () => {
    bidder = await bidderServer((_, response, body) => void response.end(bidOnAll(body)));
  });
  afterAll(() => bidder.close());

  async function sentWith(account: object, device: object = {}): Promise<{ sent: BidRequest | undefined; warnings: string }> {
    const host = await startTestHost({
      adapters: { alpha: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } },
      geolocation: { enabled: true, file: database(writeMmdb(NETWORKS)) },
      account_defaults: account,
    });
    bidder.requests.length = 0;
    const imp = { id: 'i', banner: { w: 300, h: 250 }, ext: { srv: { bidder: { alpha: {} } } } };
    const body = JSON.stringify({ id: 'r', imp: [imp], site: { page: 'https://p.example/' }, tmax: 5000, device });
    const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body, headers: { 'x-forwarded-for': '8.8.8.200' } });
    const { body: sent } = bidder.requests[0] ?? {};
    const warnings = await response.text();
    await host.stop(1000);
    return { sent: sent === undefined ? undefined : (JSON.parse(sent) as BidRequest), warnings };
  }

  test("of an enabled account has its device's location", async () => {
    const wants = { settings: { geo_lookup: true } };
    expect((await sentWith(wants)).sent?.device?.geo).toEqual({ country: 'USA', region: 'CA' });
    expect((await sentWith({})).sent?.device?.geo).toBeUndefined();
    expect((await sentWith(wants, { geo: { country: 'CAN', city: 'x' } })).sent?.device?.geo).toEqual({ country: 'CAN', city: 'x' });
    expect((await sentWith(wants, { geo: { city: 'x', region: 'own' } })).sent?.device?.geo).toEqual({
      country: 'USA',
      region: 'own',
      city: 'x',
    });
  });

  test('is subject to the law of that location', async () => {
    const ip = { ip: '91.1.2.3' };
    const { sent, warnings } = await sentWith({ settings: { geo_lookup: true } }, ip);
    expect(sent).toBeUndefined();
    expect(warnings).toContain('blocked by privacy settings');
    expect((await sentWith({}, ip)).sent).toBeDefined();
  });
});
