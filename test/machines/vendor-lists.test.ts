import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FetchedVendorLists, type ListPeers, type VendorListsEnv } from '#machines/vendor-lists.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { hostSchema } from '#src/config/schema.ts';
import { parseVendorList } from '#src/feeds/vendor-list-file.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { nonZero } from '#test/helpers/metrics.ts';

const listJson = (version: number, vendors: object = { 1: { id: 1, purposes: [1], legIntPurposes: [2] } }): string =>
  JSON.stringify({ gvlSpecificationVersion: 3, vendorListVersion: version, vendors });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Waits for an expected value. */
const soon = (value: () => unknown) => expect.poll(value, { interval: 2 });

/** Waits for the turns an unexpected value would need. */
async function turns(): Promise<void> {
  for (let i = 0; i < 30; i++) await stat(folder);
}

/** Lists behind an archive with the responses `answers`: status or text per version; `live` by 0. */
function make(
  responses: Map<number, number | string>,
  options: NonNullable<HostConfigInput['gdpr']>['vendorlist'] = {},
  env: Partial<VendorListsEnv> = {},
) {
  const urls: string[] = [];
  const fetchBody: FetchBody = async (url) => {
    urls.push(url);
    const version = Number(/v(\d+)\.json$/.exec(url)?.[1] ?? 0);
    const response = responses.get(version) ?? 404;
    if (response === 0) throw new Error('no connection');
    return typeof response === 'number'
      ? { status: response, header: () => undefined, text: '' }
      : { status: 200, header: () => undefined, text: response };
  };
  const clock = new WoundClock();
  const metrics = new MetricsRegistry();
  const config = hostSchema.parse({ gdpr: { vendorlist: { v3: { cache_dir: folder }, ...options } } });
  const lists = new FetchedVendorLists(config.gdpr, { clock, log: silentLog, fetchBody, metrics, ...env });
  return { lists, urls, clock, metrics };
}

describe('vendor lists', () => {
  it('are fetched in the background after the first request, and stored on disk', async () => {
    const { lists, urls } = make(new Map([[12, listJson(12)]]));
    expect(lists.list(3, 12)).toBeUndefined();
    expect(lists.list(3, 12)).toBeUndefined();
    await soon(() => lists.list(3, 12)?.vendor(1)).toMatchObject({
      purposes: [1],
      legIntPurposes: [2],
      flexiblePurposes: [],
      deleted: false,
    });
    expect(lists.list(3, 12)?.vendor(2)).toBeUndefined();
    expect(urls).toEqual(['https://vendor-list.consensu.org/v3/archives/vendor-list-v12.json']);
    await soon(() => readdirSync(folder)).toEqual(['12.json']);
    expect(readFileSync(join(folder, '12.json'), 'utf8')).toBe(listJson(12));
  });

  it('are read from disk at startup, and later if they are not in memory', async () => {
    writeFileSync(join(folder, '7.json'), listJson(7));
    writeFileSync(join(folder, 'other.txt'), '');
    const first = make(new Map(), { live: { enabled: false } });
    await first.lists.start();
    expect(first.lists.list(3, 7)?.version).toBe(7);
    const second = make(new Map());
    expect(second.lists.list(3, 7)).toBeUndefined();
    await soon(() => second.lists.list(3, 7)?.version).toBe(7);
    expect(second.urls).toEqual([]);
  });

  it('that do not exist are not requested again too early', async () => {
    const { lists, urls, clock } = make(new Map());
    lists.list(2, 300);
    await soon(() => urls).toHaveLength(1);
    await turns();
    lists.list(2, 300);
    await turns();
    expect(urls).toHaveLength(1);
    clock.wind(3_600_001);
    lists.list(2, 300);
    await soon(() => urls).toHaveLength(2);
  });

  it('are retried after a temporary failure', async () => {
    const responses = new Map<number, number | string>([[5, 500]]);
    const { lists, urls, clock } = make(responses);
    lists.list(3, 5);
    await soon(() => clock.pending).toBe(1);
    responses.set(5, 0);
    clock.wind(60_000);
    await soon(() => [urls.length, clock.pending]).toEqual([2, 1]);
    responses.set(5, listJson(5));
    clock.wind(66_001);
    await soon(() => lists.list(3, 5)?.version).toBe(5);
    expect(urls).toHaveLength(3);
    lists.stop();
    expect(clock.pending).toBe(0);
  });

  it('are replaced by the fallback while they are missing, and always if their kind is deprecated', async () => {
    const path = join(folder, 'fallback.json');
    writeFileSync(path, listJson(1, { 9: { id: 9 } }));
    const { lists } = make(new Map([[4, listJson(4)]]), {
      v2: { deprecated: true, fallback_vendor_list_path: path },
      v3: { fallback_vendor_list_path: path },
      live: { enabled: false },
    });
    await lists.start();
    expect(lists.list(3, 4)?.vendor(9)).toBeDefined();
    await soon(() => lists.list(3, 4)?.version).toBe(4);
    lists.list(2, 77);
    await turns();
    expect(lists.list(2, 77)?.version).toBe(1);
  });

  it('are counted when they are missing, fetched and replaced', async () => {
    const path = join(folder, 'fallback.json');
    writeFileSync(path, listJson(1, { 9: { id: 9 } }));
    const { lists, metrics } = make(new Map([[4, listJson(4)]]), { v3: { fallback_vendor_list_path: path }, live: { enabled: false } });
    await lists.start();
    lists.list(3, 4);
    await soon(() => lists.list(3, 4)?.version).toBe(4);
    const before = nonZero(metrics.expose());
    const times = before['gvl_requests'] ?? 0;
    expect(before).toEqual({ gvl_requests: times, gvl_fallbacks: times, 'gvl_fetch{success="ok"}': 1 });
    lists.list(2, 77);
    await soon(() => nonZero(metrics.expose())).toEqual({ ...before, gvl_requests: times + 1, 'gvl_fetch{success="failed"}': 1 });
    lists.stop();
  });

  it('are not fetched if their kind is deprecated, not even those before the newest', async () => {
    const { lists, urls } = make(new Map([[0, listJson(5)]]), { v3: { deprecated: true } });
    await lists.start();
    await lists.ready();
    lists.list(3, 2);
    await turns();
    expect([urls.filter((url) => !isNewest(url)), lists.live()?.version]).toEqual([[], 5]);
  });

  it('are fetched with limited concurrency, and not beyond the newest', async () => {
    const { lists, urls } = make(new Map([[0, listJson(40)]]));
    await lists.start();
    await lists.ready();
    expect([lists.live()?.version, urls.length]).toEqual([40, 1 + 4]);
    for (let version = 1; version <= 30; version++) lists.list(3, version);
    lists.list(3, 4000);
    await soon(() => urls).toHaveLength(1 + 4 + 16);
    lists.list(3, 4000);
    lists.list(3, 0);
    await turns();
    expect(urls).toHaveLength(1 + 4 + 16);
  });

  it('are searched outside actions of the machine of the newest list, of which XState warns', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { lists } = make(new Map([[0, listJson(40)]]));
    await lists.start();
    await lists.ready();
    expect(warn.mock.calls).toEqual([]);
    warn.mockRestore();
  });

  it('are not fetched by a host without GDPR, or one that stops', async () => {
    const { lists, urls } = make(new Map());
    lists.stop();
    lists.list(3, 3);
    await turns();
    expect(urls).toEqual([]);
    const off = new FetchedVendorLists(hostSchema.parse({ gdpr: { enabled: false } }).gdpr, {
      clock: new WoundClock(),
      log: silentLog,
      fetchBody: () => Promise.reject(new Error('asked')),
    });
    await off.start();
    expect(off.live()).toBeUndefined();
  });
});

const isNewest = (url: string): boolean => url.endsWith('/vendor-list.json');

describe('a starting host', () => {
  const state = (ready: Promise<void>): Promise<string> => Promise.race([ready.then(() => 'ready'), turns().then(() => 'waiting')]);

  it('is ready when the newest list and those before it are known, and keeps them on disk', async () => {
    const { lists, urls } = make(new Map(Array.from({ length: 5 }, (_, i) => [i, listJson(i === 0 ? 5 : i)] as const)));
    await lists.start();
    await lists.ready();
    expect([lists.live()?.version, ...[5, 4, 3, 2, 1].map((version) => lists.list(3, version)?.version)]).toEqual([5, 5, 4, 3, 2, 1]);
    expect([urls.filter(isNewest).length, urls.length]).toEqual([1, 5]);
    await soon(() => readdirSync(folder).sort()).toEqual(['1.json', '2.json', '3.json', '4.json', '5.json']);
    lists.stop();
  });

  it('is ready at once with a list on disk, a fallback, or nothing to fetch', async () => {
    const never = { live: { http_endpoint: 'https://silent.example/' } };
    const path = join(folder, 'fallback.json');
    writeFileSync(path, listJson(1));
    const fallback = make(new Map(), { ...never, v3: { fallback_vendor_list_path: path } });
    const none = make(new Map(), { live: { enabled: false } });
    writeFileSync(join(folder, '7.json'), listJson(7));
    for (const { lists } of [fallback, none, make(new Map(), never)]) {
      await lists.start();
      await lists.ready();
      lists.stop();
    }
  });

  it('is not ready before its folder is read, also if the newest list fails at once', async () => {
    for (let version = 1; version <= 5; version++) writeFileSync(join(folder, `${version}.json`), listJson(version));
    const { lists } = make(new Map([[0, 0]]));
    const started = lists.start();
    await lists.ready();
    expect([1, 2, 3, 4, 5].map((version) => lists.list(3, version)?.version)).toEqual([1, 2, 3, 4, 5]);
    await started;
    lists.stop();
  });

  it('waits a limited time for a list that does not come, and not for one that failed', async () => {
    const { lists, clock } = make(new Map(), {}, { fetchBody: () => new Promise(() => {}) });
    await lists.start();
    clock.wind(1999);
    expect(await state(lists.ready())).toBe('waiting');
    clock.wind(1);
    expect(await state(lists.ready())).toBe('ready');
    lists.stop();
    const failed = make(new Map([[0, 0]]));
    await failed.lists.start();
    await failed.lists.ready();
    failed.lists.stop();
    expect([clock.pending, failed.clock.pending]).toEqual([0, 0]);
  });

  it('shares the lists it fetches with the other workers', async () => {
    const listeners = new Set<Parameters<ListPeers['listen']>[0]>();
    const worker = (): ListPeers => {
      let own: Parameters<ListPeers['listen']>[0] | undefined;
      return {
        broadcast: (message) => {
          for (const listener of listeners) if (listener !== own) listener(message);
        },
        listen(listener) {
          own = listener;
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
    };
    const silent = make(new Map(), {}, { fetchBody: () => new Promise(() => {}), peers: worker() });
    await silent.lists.start();
    for (const listener of listeners) for (const text of ['{', listJson(9)]) listener({ subject: 'another', text });
    for (const listener of listeners) listener({ subject: 'vendor list', text: '{' });
    const other = make(new Map([[0, listJson(2)]]), {}, { peers: worker() });
    await other.lists.start();
    await silent.lists.ready();
    expect([silent.lists.live()?.version, silent.lists.list(3, 2)?.version]).toEqual([2, 2]);
    for (const { lists } of [silent, other]) lists.stop();
    expect(listeners.size).toBe(0);
  });
});

describe('the startup folder', () => {
  it('has the newest list until it is fetched', async () => {
    for (const version of [7, 9, 8]) writeFileSync(join(folder, `list-${version}.json`), listJson(version));
    writeFileSync(join(folder, 'broken.json'), '{');
    const { lists } = make(new Map([[0, 0]]), { v3: { cache_dir: join(folder, 'lists') }, live: { startup_cache_dir: folder } });
    await lists.start();
    expect([lists.live()?.version, lists.list(3, 9)?.version]).toEqual([9, 9]);
    lists.stop();
  });

  it('does not limit how new a list may be: the archive has newer ones if the newest cannot be fetched', async () => {
    writeFileSync(join(folder, 'list-9.json'), listJson(9));
    const responses = new Map<number, number | string>([[0, 500]]).set(40, listJson(40));
    const { lists } = make(responses, { v3: { cache_dir: join(folder, 'lists') }, live: { startup_cache_dir: folder } });
    await lists.start();
    expect(lists.list(3, 40)).toBeUndefined();
    await soon(() => lists.list(3, 40)?.version).toBe(40);
    lists.stop();
  });

  it('is logged if it is not readable', async () => {
    writeFileSync(join(folder, 'file'), '');
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (fields: object) => void warnings.push((fields as { path?: string }).path) };
    const { lists } = make(new Map([[0, 0]]), { live: { startup_cache_dir: join(folder, 'file') } }, { log });
    await lists.start();
    expect(warnings).toContain(join(folder, 'file'));
    lists.stop();
  });

  it('may be missing', async () => {
    const { lists } = make(new Map([[0, 0]]), { live: { startup_cache_dir: join(folder, 'nowhere') } });
    await lists.start();
    expect(lists.live()).toBeUndefined();
    lists.stop();
  });
});

describe('the newest list', () => {
  it('is fetched periodically; a failure keeps the old one', async () => {
    const responses = new Map<number, number | string>([[0, listJson(40)]]);
    const { lists, urls, clock, metrics } = make(responses);
    await lists.start();
    await soon(() => [lists.live()?.version, lists.list(3, 40)?.version]).toEqual([40, 40]);
    responses.set(0, 500);
    clock.wind(86_400_000);
    await soon(() => metrics.expose()).toMatch(/live_gvl_fetch\{success="failed"\} 1/);
    expect([lists.live()?.version, urls.filter(isNewest).length]).toEqual([40, 2]);
    responses.set(0, listJson(41));
    clock.wind(60_000);
    await soon(() => [lists.live()?.version, urls.filter(isNewest).length]).toEqual([41, 3]);
    expect(metrics.expose()).toMatch(/live_gvl_fetch\{success="ok"\} 2[\s\S]*live_gvl_fetch\{success="failed"\} 1/);
    lists.stop();
  });
});

describe('a vendor list file', () => {
  it('is rejected if it is malformed', () => {
    expect(() => parseVendorList('[]')).toThrow('the vendor list is not an object');
    expect(() => parseVendorList('{"vendors":{}}')).toThrow('the vendor list has no `vendorListVersion`');
    expect(() => parseVendorList('{"vendorListVersion":1}')).toThrow('the vendor list has no object `vendors`');
    expect(() => parseVendorList('{"vendorListVersion":1,"vendors":{"x":{}}}')).toThrow('the vendor list has no vendors');
    expect(() => parseVendorList('{')).toThrow();
  });

  it('shares equal lines, and contains deleted vendors', () => {
    const list = parseVendorList(
      listJson(1, { 1: { purposes: [1, 'x', -1] }, 2: { purposes: [1] }, 3: { deletedDate: '2024-01-01' }, x: {}, 4: 1 }),
    );
    expect(list.vendor(1)).toBe(list.vendor(2));
    expect([list.vendor(3)?.deleted, list.vendor(4)]).toEqual([true, undefined]);
    expect(parseVendorList('{"vendorListVersion":1,"vendors":{"1":{}}}').specVersion).toBe(2);
  });

  it('on disk that is corrupt counts as absent', async () => {
    writeFileSync(join(folder, '7.json'), '{');
    const { lists, urls } = make(new Map([[7, listJson(7)]]));
    lists.list(3, 7);
    await soon(() => [lists.list(3, 7)?.version, urls.length]).toEqual([7, 1]);
  });

  it('that cannot be stored on disk is used all the same', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { lists } = make(new Map([[7, listJson(7)]]), { v3: { cache_dir: join(folder, 'file', 'below') } });
    lists.list(3, 7);
    await soon(() => lists.list(3, 7)?.version).toBe(7);
  });
});
