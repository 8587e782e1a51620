import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createModules, findAnalytics } from '#src/analytics/registry.ts';
import { loadConfig } from '#src/config/load.ts';
import { analyticsEnv } from '#test/helpers/analytics.ts';

test('the settings of docs/ANALYTICS.md start their modules', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/ANALYTICS.md'), 'utf8');
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const config = loadConfig(undefined, {}, { ...(parse(yaml) as object), gdpr: { default_value: '0' } });
  const modules = createModules(await findAnalytics(), config, analyticsEnv(200));
  expect(modules.map(({ name }) => name).sort()).toEqual(['agma', 'filelogger', 'http', 'kafka', 'redis']);
  expect(config.tracing.enabled).toBe(true);
});

test('docs/ANALYTICS.md lists exactly the modules that the host finds, by key and name', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/ANALYTICS.md'), 'utf8');
  const [table = ''] = /^\| key +\| name [\s\S]*?\n\n/m.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| `analytics\.(\w+)` +\| `(\w+)`(?: \(`(\w+)` with `variant: java`\))? +\|/gm)];
  const found = await findAnalytics();
  expect(listed.map(([, ...cells]) => cells).sort()).toEqual(found.map(({ key, name, javaName }) => [key, name, javaName]).sort());
  expect(listed).toHaveLength(table.split('\n').length - 4);
});
