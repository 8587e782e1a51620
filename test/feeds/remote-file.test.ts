import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { type OpenGeo, openGeo } from '#src/feeds/geo.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { type BidderServer, bidderServer } from '#test/helpers/host.ts';
import { writeMmdb } from '#test/helpers/mmdb.ts';

const database = (country: string): Buffer => writeMmdb({ '10.0.0.0/8': { country_code: country } });

/** The header of an entry of a tar archive. @param type `x`: attributes of the next file */
function header(name: string, bytes: number, type = '0'): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write(`${bytes.toString(8).padStart(11, '0')} `, 124);
  block.write(type, 156);
  block.write('ustar', 257);
  return block;
}

/** The same as other tools than the vendor's write it: with attributes in front of the file. */
function archiveWithAttributes(content: Buffer): Buffer {
  const attributes = Buffer.alloc(512, '28 mtime=1767225600.123456\n'.padEnd(512, '\0'));
  const entries = [
    header('GeoLite2/PaxHeaders/GeoLite2-City.mmdb', 28, 'x'),
    attributes,
    header('GeoLite2/GeoLite2-City.mmdb', content.length),
  ];
  return gzipSync(Buffer.concat([...entries, content, Buffer.alloc(512 - (content.length % 512))]));
}

/** A tar archive with one file in a folder, as the vendor publishes it. */
function archive(content: Buffer): Buffer {
  const note = Buffer.alloc(1024);
  note.write('GeoLite2_20260101/LICENSE.txt', 0);
  note.write('00000000003 ', 124);
  note.write('ustar', 257);
  const file = header('GeoLite2_20260101/GeoLite2-City.mmdb', content.length);
  return gzipSync(Buffer.concat([note, file, content, Buffer.alloc(512 - (content.length % 512))]));
}

describe('a geolocation database that is fetched', () => {
  let folder: string;
  let path: string;
  let clock: WoundClock;
  let server: BidderServer;
  let content: Buffer | number;
  const open: OpenGeo[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'auctor-remote-'));
    path = join(folder, 'geo.mmdb');
    clock = new WoundClock(Date.now());
    content = database('FR');
    server = await bidderServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/geo.mmdb' }).end();
      else if (typeof content === 'number') response.writeHead(content).end();
      else response.writeHead(200, { 'content-length': content.length }).end(request.method === 'HEAD' ? undefined : content);
    });
  });
  afterEach(async () => {
    for (const geo of open.splice(0)) geo.stop();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function make(settings: object = {}): Promise<OpenGeo> {
    const syncer = { download_url: `${server.origin}/geo.mmdb`, save_filepath: path, retry_count: 1, ...settings };
    const config = hostSchema.parse({ geolocation: { enabled: true, maxmind: { remote_file_syncer: syncer } } });
    const geo = await openGeo(config, { metrics: new MetricsRegistry(), log: silentLog, clock });
    if (!geo) throw new Error('geolocation is disabled');
    open.push(geo);
    return geo;
  }

  const calls = (): string[] => server.requests.map(({ url }) => url);
  const soon = (value: () => unknown) => expect.poll(value, { interval: 2 });

  test('is stored, and used from then on', async () => {
    const geo = await make();
    expect(geo.find('10.0.0.1')).toBeUndefined();
    await geo.start();
    expect(geo.find('10.0.0.1')).toEqual({ country: 'FRA' });
    expect([readFileSync(path).equals(content as Buffer), existsSync(`${path}.tmp`)]).toEqual([true, false]);
  });

  test('is in the log without the key in its address', async () => {
    const lines: unknown[] = [];
    const write = (fields: object | string): void => void lines.push(fields);
    const syncer = { download_url: `${server.origin}/geo.mmdb?license_key=hidden&x=1`, save_filepath: path, retry_count: 0 };
    const config = hostSchema.parse({ geolocation: { enabled: true, maxmind: { remote_file_syncer: syncer } } });
    const url = `${server.origin}/geo.mmdb?license_key=***&x=1`;
    for (content of [401, database('FR')]) {
      const geo = await openGeo(config, { metrics: new MetricsRegistry(), log: { info: write, warn: write }, clock });
      await geo?.start();
      geo?.stop();
    }
    expect(lines).toEqual([
      { failure: new Error(`${url} responded with status 401`), url, attempt: 1 },
      { url, path },
    ]);
  });

  test('is stored in a folder that does not exist yet', async () => {
    path = join(folder, 'new', 'deep', 'geo.mmdb');
    const geo = await make({ retry_count: 0 });
    await geo.start();
    expect(geo.find('10.0.0.1')).toEqual({ country: 'FRA' });
    expect(readdirSync(dirname(path))).toEqual(['geo.mmdb']);
  });

  // Linux has a file system in memory beside that of temporary files.
  test.runIf(existsSync('/dev/shm'))('may be fetched to another file system than it is stored in', async () => {
    const elsewhere = mkdtempSync('/dev/shm/auctor-remote-');
    try {
      const geo = await make({ tmp_filepath: join(elsewhere, 'geo.tmp'), retry_count: 0 });
      await geo.start();
      expect(geo.find('10.0.0.1')).toEqual({ country: 'FRA' });
      expect([readFileSync(path).equals(content as Buffer), readdirSync(folder), readdirSync(elsewhere)]).toEqual([true, ['geo.mmdb'], []]);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test.each([
    ['compressed', (plain: Buffer) => gzipSync(plain)],
    ['in an archive', archive],
    ['in an archive with attributes of the file', archiveWithAttributes],
  ])('may be %s', async (_, pack) => {
    content = pack(database('DE'));
    const geo = await make();
    await geo.start();
    expect(geo.find('10.0.0.1')).toEqual({ country: 'DEU' });
  });

  test('is not fetched if it is on disk', async () => {
    writeFileSync(path, database('ES'));
    const geo = await make();
    await geo.start();
    expect([geo.find('10.0.0.1'), calls()]).toEqual([{ country: 'ESP' }, []]);
  });

  test('of the type local is only read', async () => {
    writeFileSync(path, database('ES'));
    expect((await make({ type: 'local' })).find('10.0.0.1')).toEqual({ country: 'ESP' });
    rmSync(path);
    await expect(make({ type: 'local' })).rejects.toThrow(/geolocation\.maxmind\.remote_file_syncer\.save_filepath: ENOENT/);
  });

  test('is fetched again after a failure, as often as the settings say', async () => {
    content = 503;
    const geo = await make({ retry_count: 2, retry_interval_ms: 3000 });
    const started = geo.start();
    for (const attempts of [1, 2]) {
      await soon(() => [calls().length, clock.pending]).toEqual([attempts, 1]);
      clock.wind(3000);
    }
    await started;
    expect([calls().length, geo.find('10.0.0.1'), existsSync(`${path}.tmp`)]).toEqual([3, undefined, false]);
  });

  test('that is invalid is not stored', async () => {
    content = Buffer.from('no database');
    const geo = await make({ retry_count: 0 });
    await geo.start();
    expect([geo.find('10.0.0.1'), existsSync(path)]).toEqual([undefined, false]);
  });

  test('follows redirects as often as the settings allow', async () => {
    const moved = { download_url: `${server.origin}/moved`, retry_count: 0 };
    const [follows, stays] = [await make(moved), await make({ ...moved, save_filepath: `${path}2`, http_client: { max_redirects: 0 } })];
    await follows.start();
    await stays.start();
    expect([follows.find('10.0.0.1'), stays.find('10.0.0.1')]).toEqual([{ country: 'FRA' }, undefined]);
  });

  test('is updated, but with check_size only if its size differs', async () => {
    const geo = await make({ update_interval_ms: 60_000, check_size: true });
    await geo.start();
    content = database('DE');
    const same = content.length;
    await soon(() => clock.pending).toBe(1);
    clock.wind(60_000);
    await soon(() => [server.requests.length, clock.pending]).toEqual([2, 1]);
    expect([geo.find('10.0.0.1'), same]).toEqual([{ country: 'FRA' }, readFileSync(path).length]);
    content = writeMmdb({ '10.0.0.0/8': { country_code: 'DE', region_code: 'BY' } });
    clock.wind(60_000);
    await soon(() => geo.find('10.0.0.1')).toEqual({ country: 'DEU', region: 'BY' });
  });

  test('is loaded again if another process stored a newer one, and fetched by one process only', async () => {
    const geo = await make({ update_interval_ms: 60_000 });
    await geo.start();
    writeFileSync(path, database('IT'));
    utimesSync(path, new Date(Date.now() + 5000), new Date(Date.now() + 5000));
    await soon(() => clock.pending).toBe(1);
    clock.wind(60_000);
    await soon(() => geo.find('10.0.0.1')).toEqual({ country: 'ITA' });
    expect(calls().length).toBe(1);
  });

  test('waits for the fetch of another process, and ignores one that ended', async () => {
    writeFileSync(`${path}.tmp`, '');
    const geo = await make({ timeout_ms: 10_000, retry_interval_ms: 20_000 });
    const started = geo.start();
    await soon(() => clock.pending).toBe(1);
    expect(calls()).toEqual([]);
    clock.wind(20_000);
    await soon(() => clock.pending).toBe(1);
    clock.wind(20_000);
    await started;
    expect(geo.find('10.0.0.1')).toEqual({ country: 'FRA' });
  });

  test('pauses while another process fetches it, also without a pause between retries', async () => {
    writeFileSync(`${path}.tmp`, '');
    const geo = await make({ retry_interval_ms: 0 });
    const started = geo.start();
    await soon(() => clock.pending).toBe(1);
    rmSync(`${path}.tmp`);
    clock.wind(99);
    expect(clock.pending).toBe(1);
    clock.wind(1);
    await started;
    expect(geo.find('10.0.0.1')).toEqual({ country: 'FRA' });
  });

  test('is no longer updated after the stop', async () => {
    const geo = await make({ update_interval_ms: 60_000 });
    await geo.start();
    await soon(() => clock.pending).toBe(1);
    geo.stop();
    expect(clock.pending).toBe(0);
  });
});
