import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
