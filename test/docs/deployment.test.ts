/** The settings on the deployment page are valid. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import { readInvalidation, readUpdate } from '#src/stores/updates.ts';
import { valueIn } from '#test/helpers/result.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/DEPLOYMENT.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'auctor-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = '']) => yaml);

test.each(blocks.map((yaml, i) => [i + 1, yaml] as const))('settings %i are valid', (number, yaml) => {
  const file = join(folder, `${number}.yaml`);
  writeFileSync(file, yaml);
  expect(loadConfig(file, {})).toMatchObject({ stored_requests: { in_memory_cache: { type: 'lru' } } });
});

test('passwords are read from the named variables', () => {
  const names = [...page.matchAll(/AUCTOR_[A-Z_]+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(1);
  loadConfig(undefined, Object.fromEntries(names.map((name) => [name, 'secret'])), { gdpr: { default_value: '1' } });
});

test('updates have the documented format', () => {
  const update = valueIn(readUpdate({ requests: { id: {} }, imps: {}, accounts: {}, responses: {} }));
  expect(update.saved.get('requests')).toEqual(new Map([['id', '{}']]));
  expect(valueIn(readInvalidation({ requests: ['id'] })).dropped.get('requests')).toEqual(['id']);
});
