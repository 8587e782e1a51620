/** The files of the quick start work as written. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/QUICKSTART.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'auctor-quickstart-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The code blocks of one language. */
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

test('the settings, the account and the ad unit of the quick start are valid', () => {
  const [settings = ''] = blocks('yaml');
  const [account = '', imp = ''] = blocks('json');
  for (const name of ['accounts', 'stored_imps']) mkdirSync(join(folder, 'stored', name), { recursive: true });
  writeFileSync(join(folder, 'auctor.yaml'), settings);
  writeFileSync(join(folder, 'stored/accounts/1001.json'), account);
  writeFileSync(join(folder, 'stored/stored_imps/top.json'), imp);
  const args = [join(ROOT, 'bin/auctor.js'), 'check', '--config', 'auctor.yaml'];
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toBe(
    'auctor.yaml, 2 files of stored data: 0 errors, 0 warnings\n',
  );
});
