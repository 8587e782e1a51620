import { describe, expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import type { HookBook } from '#src/modules/book.ts';
import type { ModuleDefinition } from '#src/modules/hook.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import { silentLog } from '#src/outside/log.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { pinnedRandom } from '#test/helpers/services.ts';

const started: object[] = [];
const definition: ModuleDefinition = {
  code: 'acme.one',
  aliases: ['acme-one'],
  start: (settings) => {
    started.push(settings);
    if (settings['broken']) throw new Error('no key');
    return { hooks: { exitpoint: () => undefined } };
  },
};

const open = (hooks: object, over: HostConfigInput = {}): Promise<HookBook | undefined> => {
  const config = hostSchema.parse({ hooks, ...over });
  return openHooks(
    config,
    [definition],
    { clock: new WoundClock(), random: pinnedRandom, log: silentLog, geoscopes: {} },
    new MetricsRegistry(),
  );
};

const plan = (code: string): object => ({
  endpoints: { '/openrtb2/auction': { stages: { exitpoint: { groups: [{ timeout: 1, hook_sequence: [{ module_code: code }] }] } } } },
});

describe('modules', () => {
  test('are found in their folders', async () => {
    expect((await findModules()).map(({ code }) => code)).toContain('prebid.ortb2blocking');
  });

  test('are not started on a host that wants none', async () => {
    started.length = 0;
    expect(await open({ modules: { acme: { one: { enabled: true } } } })).toBeUndefined();
    expect(started).toEqual([]);
  });

  test.each([
    [{ enabled: true, modules: { acme: { one: { enabled: true, a: 1 } } } }, {}],
    [{ enabled: true, 'acme-one': { enabled: true, a: 1 } }, {}],
    [{ 'acme-one': { enabled: true, a: 1 } }, { variant: 'java' as const }],
  ])('are started with their settings: %j', async (hooks, over) => {
    started.length = 0;
    expect(await open(hooks, over)).toBeDefined();
    expect(started).toEqual([{ enabled: true, a: 1 }]);
  });

  test('that are not switched on leave a host without hooks', async () => {
    expect(await open({ enabled: true, modules: { acme: { one: { enabled: false } } } })).toBeUndefined();
    expect(await open({ enabled: true })).toBeUndefined();
  });

  test('that cannot start stop the start', async () => {
    await expect(open({ enabled: true, modules: { acme: { one: { enabled: true, broken: true } } } })).rejects.toThrow(
      'hooks: the module acme.one cannot start: no key',
    );
  });

  test('that a plan names and nobody has are passed over, or stop the start of the Java variant', async () => {
    const hooks = { enabled: true, host_execution_plan: plan('acme.two') };
    expect(await open(hooks)).toBeUndefined();
    await expect(open(hooks, { variant: 'java' })).rejects.toThrow(
      'hooks: an execution plan names the module acme.two, which is not there or not enabled',
    );
  });
});
