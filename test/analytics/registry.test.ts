import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnalyticsDefinition, defineAnalytics } from '#src/analytics/module.ts';
import { createModules, findAnalytics } from '#src/analytics/registry.ts';
import { ConfigError } from '#src/config/config-error.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { aModule, analyticsEnv } from '#test/helpers/analytics.ts';

const found = await findAnalytics();

function names(settings: HostConfigInput, definitions: readonly AnalyticsDefinition<unknown>[] = found): string[] {
  return createModules(definitions, hostSchema.parse(settings), analyticsEnv(200)).map(({ name }) => name);
}

function errors(settings: HostConfigInput): readonly string[] {
  try {
    names(settings);
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
  return [];
}

describe('the registry of analytics modules', () => {
  test('finds every definition of its folder', () => {
    const folder = join(import.meta.dirname, '../../src/analytics');
    const isDefinition = (file: string): boolean => readFileSync(join(folder, file), 'utf8').includes('export default defineAnalytics(');
    expect(found).toHaveLength(globSync('*.ts', { cwd: folder }).filter(isDefinition).length);
    expect(found.map(({ key }) => key)).toEqual(expect.arrayContaining(['file', 'http', 'kafka']));
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  });

  test('starts no disabled module', () => {
    expect(names({})).toEqual([]);
  });

  const accounts = [{ code: 'c', publisher_id: 'p' }];

  test('starts enabled modules, under the name of the variant', () => {
    const settings: HostConfigInput = { analytics: { file: { filename: '/tmp/x' }, agma: { enabled: true, accounts } } };
    expect(names(settings).sort()).toEqual(['agma', 'filelogger']);
    expect(names({ ...settings, variant: 'java' }).sort()).toEqual(['agmaAnalytics', 'filelogger']);
  });

  test('reports all invalid options at once', () => {
    const analytics = { agma: { enabled: true }, http: { url: 'no url' }, greenbidz: { enabled: true } };
    expect([...errors({ analytics })].sort()).toEqual([
      'analytics.agma.accounts: Please configure at least one account for Agma Analytics',
      'analytics.greenbidz: there is no such analytics module (did you mean greenbids?)',
      'analytics.http.url: is not a URL: no url',
    ]);
  });

  test('passes a new module the options of its own block', () => {
    const given: unknown[] = [];
    const own = defineAnalytics({
      key: 'own',
      name: 'ownAnalytics',
      options: z.strictObject({ rate: z.number().default(1) }),
      create(options) {
        given.push(options);
        return options.rate > 0 ? aModule('ignored') : undefined;
      },
    });
    expect(names({ analytics: { own: { rate: 2 } } }, [...found, own])).toEqual(['ownAnalytics']);
    expect(names({ analytics: { own: { rate: 0 } } }, [...found, own])).toEqual([]);
    expect(given).toEqual([{ rate: 2 }, { rate: 0 }]);
    expect(() => names({ analytics: { own: { rate: 'much' } } }, [...found, own])).toThrow('analytics.own.rate: Invalid input');
  });
});
