import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import { createVendorListSource } from '#src/feeds/vendor-list-source.ts';
import { silentLog } from '#src/platform/log.ts';

it('a vendor list that cannot be stored is used, logged and leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-lists-'));
  // A folder in the place of the file.
  mkdirSync(join(folder, 'v3', '7.json', 'full'), { recursive: true });
  const logged: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void logged.push(message) };
  const text = JSON.stringify({ gvlSpecificationVersion: 3, vendorListVersion: 7, vendors: { 1: {} } });
  const { gdpr } = loadConfig(undefined, {}, { gdpr: { default_value: '0' } });
  const source = createVendorListSource(gdpr, { fetchBody: async () => ({ status: 200, header: () => undefined, text }), log, folder });
  expect((await source.fetch({ spec: 3, version: 7 })).version).toBe(7);
  expect([logged, readdirSync(join(folder, 'v3'))]).toEqual([['storing a vendor list on disk failed'], ['7.json']]);
  rmSync(folder, { recursive: true });
});

it('a vendor list that several sources store at once is complete, and all of them succeed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-lists-'));
  const logged: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void logged.push(message) };
  const text = JSON.stringify({ gvlSpecificationVersion: 3, vendorListVersion: 7, vendors: { 1: {} } });
  const { gdpr } = loadConfig(undefined, {}, { gdpr: { default_value: '0' } });
  const source = createVendorListSource(gdpr, { fetchBody: async () => ({ status: 200, header: () => undefined, text }), log, folder });
  await Promise.all(Array.from({ length: 8 }, () => source.fetch({ spec: 3, version: 7 })));
  expect([logged, readdirSync(join(folder, 'v3'))]).toEqual([[], ['7.json']]);
  expect((await source.read({ spec: 3, version: 7 }))?.version).toBe(7);
  rmSync(folder, { recursive: true });
});

it('files are the lists of their specification, the newest of the startup folder, and the fallback', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-lists-'));
  const write = (file: string, spec: number, version: number): void => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    // Some editors write a byte order mark.
    const list = { gvlSpecificationVersion: spec, vendorListVersion: version, vendors: { 1: {} } };
    writeFileSync(join(folder, file), `\ufeff${JSON.stringify(list)}`);
  };
  for (const version of [9, 10]) write(`v3/${version}.json`, 3, version);
  write('v2/4.json', 2, 4);
  for (const [name, version] of [
    ['a', 20],
    ['b', 22],
    ['c', 21],
  ] as const)
    write(`startup/${name}.json`, 3, version);
  for (const file of ['startup/newer.txt', 'v3/11.json.part', 'fallback.json']) write(file, 3, 99);
  const vendorlist = {
    live: { startup_cache_dir: join(folder, 'startup') },
    v3: { fallback_vendor_list_path: join(folder, 'fallback.json') },
  };
  const { gdpr } = loadConfig(undefined, {}, { gdpr: { default_value: '0', vendorlist } });
  const source = createVendorListSource(gdpr, { fetchBody: () => Promise.reject(new Error('offline')), log: silentLog, folder });
  expect([await source.stored(2), await source.stored(3)]).toEqual([[4], [10, 9]]);
  const found = [
    source.read({ spec: 2, version: 4 }),
    source.read({ spec: 3, version: 4 }),
    source.startup(),
    source.fallback(3),
    source.fallback(2),
  ];
  expect((await Promise.all(found)).map((list) => list?.version)).toEqual([4, undefined, 22, 99, undefined]);
  rmSync(folder, { recursive: true });
});
