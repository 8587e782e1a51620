/** Files that the settings name, as `auctor check` and the start read them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#src/config/load.ts';
import { checkSettings } from '#src/host/settings-check.ts';
import { checkStoredFiles } from '#src/host/stored-check.ts';

const GO = { AUCTOR_VARIANT: 'go', AUCTOR_GDPR_DEFAULT_VALUE: '0' };
const folder = mkdtempSync(join(tmpdir(), 'auctor-files-'));
const file = join(folder, 'file');
const missing = join(folder, 'missing');
writeFileSync(file, 'no such content');
afterAll(() => rmSync(folder, { recursive: true }));

const errorsOf = async (base: object): Promise<readonly string[]> => (await checkSettings({ environment: GO, base })).errors;

test('files with unusable content are errors', async () => {
  expect(await errorsOf({ certificates_file: file })).toEqual([`certificates_file: ${file} contains no certificate`]);
  expect(await errorsOf({ tls: { cert: file, key: file } })).toEqual([expect.stringMatching(/^tls\.cert: .*no start line/)]);
  expect(await errorsOf({ geolocation: { enabled: true, file } })).toEqual(['geolocation.file: not a MaxMind database']);
  const modules = { 'greenbids-real-time-data': { enabled: true, engine: missing } };
  expect(await errorsOf({ hooks: { enabled: true, modules } })).toEqual([
    `hooks.modules.greenbids-real-time-data: engine ${missing} does not exist`,
  ]);
});

test('missing files are one error each', async () => {
  const lines = [
    expect.stringMatching(/^tls\.cert: .* cannot be read: ENOENT/),
    expect.stringMatching(/^tls\.key: .* cannot be read: ENOENT/),
  ];
  expect(await errorsOf({ tls: { cert: missing, key: missing } })).toEqual(lines);
  expect(await errorsOf({ tls: { cert: file, key: missing } })).toEqual([lines[1]]);
});

test('a geolocation database that is fetched need not be there yet, and one that is not used not at all', async () => {
  expect(await errorsOf({ geolocation: { file: missing } })).toEqual([]);
  expect(await errorsOf({ geolocation: { enabled: true, type: 'configuration', file: missing } })).toEqual([]);
  const maxmind = { remote_file_syncer: { type: 'remote', download_url: 'http://geo.example/db.mmdb' } };
  expect(await errorsOf({ geolocation: { enabled: true, file: missing, maxmind } })).toEqual([]);
});

test.each([
  ['just text', 'must have a list of accounts under `accounts`'],
  ['- id: 1', 'must have a list of accounts under `accounts`'],
  ['accounts: [{status: active}]', 'accounts[0] has no id and is left out'],
  ['accounts: [{id: 1}, {id: "1"}]', 'account 1 is there more than once; the last one counts'],
])('accounts that a file lacks are errors of `auctor check`: %s', (text, error) => {
  const path = join(folder, 'accounts.yaml');
  writeFileSync(path, text);
  const { config } = readSettings({ environment: GO, base: { accounts: { settings_filename: path } } });
  expect(config && checkStoredFiles(config).errors).toEqual([`${path}: ${error}`]);
});

test.each(['', 'accounts:', 'accounts: []'])('a file without accounts is valid: %j', (text) => {
  const path = join(folder, 'accounts.yaml');
  writeFileSync(path, text);
  const { config } = readSettings({ environment: GO, base: { accounts: { settings_filename: path } } });
  expect(config && checkStoredFiles(config)).toEqual({ errors: [], warnings: [], files: 1 });
});
