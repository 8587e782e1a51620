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

test('docs/ANALYTICS.md lists every module', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/ANALYTICS.md'), 'utf8');
  for (const { key, name } of await findAnalytics()) expect(page).toMatch(new RegExp(`^\\| \`analytics\\.${key}\` +\\| \`${name}\``, 'm'));
});
