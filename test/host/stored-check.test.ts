import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import { checkStoredFiles } from '#src/host/stored-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-stored-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the check of stored files reads subfolders as the host does, and each version of a mounted volume once', () => {
  const requests = join(folder, 'stored_requests');
  for (const path of ['site/news', '..2026', 'empty']) mkdirSync(join(requests, path), { recursive: true });
  writeFileSync(join(requests, 'site/news/a.json'), '{');
  writeFileSync(join(requests, '..2026/b.json'), '5');
  symlinkSync('..2026/b.json', join(requests, 'b.json'));
  const settings = join(folder, 'host.yaml');
  const filesystem = { enabled: true, directorypath: folder };
  writeFileSync(settings, JSON.stringify({ gdpr: { default_value: '0' }, stored_requests: { filesystem } }));
  const { errors, files } = checkStoredFiles(loadConfig(settings));
  expect(errors).toEqual([
    `${join(requests, 'b.json')}: must be an object or a list`,
    expect.stringMatching(/site\/news\/a\.json: not JSON: /),
  ]);
  expect(files).toBe(2);
});

test('files that begin with a byte order mark are read as the host reads them', () => {
  const directorypath = join(folder, 'marked');
  for (const [name, text] of [
    ['stored_requests/r.json', '{}'],
    ['accounts/a.json', '{"debug_allow":false}'],
    ['accounts/b.json', '{"debug_allow":"maybe"}'],
  ] as const) {
    mkdirSync(join(directorypath, name, '..'), { recursive: true });
    writeFileSync(join(directorypath, name), `\ufeff${text}`);
  }
  const filesystem = { enabled: true, directorypath };
  const stored = { stored_requests: { filesystem }, accounts: { filesystem } };
  const { errors, files } = checkStoredFiles(loadConfig(undefined, {}, { gdpr: { default_value: '0' }, ...stored }));
  expect(errors).toEqual([expect.stringContaining('accounts/b.json: debug_allow: ')]);
  expect(files).toBe(3);
});

test('a folder named like a file is one, a link to nothing is no file, and what cannot be read is an error', () => {
  const directorypath = join(folder, 'odd');
  const requests = join(directorypath, 'stored_requests');
  mkdirSync(join(requests, 'a.json'), { recursive: true });
  writeFileSync(join(requests, 'a.json/b.json'), '{}');
  symlinkSync('nowhere', join(requests, 'c.json'));
  symlinkSync('d.json', join(requests, 'd.json'));
  const filesystem = { enabled: true, directorypath };
  const { errors, files } = checkStoredFiles(loadConfig(undefined, {}, { gdpr: { default_value: '0' }, stored_requests: { filesystem } }));
  expect(errors).toEqual([expect.stringMatching(/d\.json: cannot be read: ELOOP/)]);
  expect(files).toBe(1);
});
