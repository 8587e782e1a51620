import { describe, expect, test } from 'vitest';
import { ConfigError } from '#src/config/config-error.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import type { ModuleDefinition } from '#src/modules/hook.ts';
import type { HookRegistry } from '#src/modules/hook-registry.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { moduleEnv } from '#test/helpers/module-env.ts';

const started: object[] = [];
const definition: ModuleDefinition = {
  code: 'acme.one',
  aliases: ['acme-one'],
  start: (settings) => {
    started.push(settings);
    if (settings['broken']) throw new Error('no key');
    if (settings['buggy']) throw new TypeError('x is not a function');
    return { hooks: { exitpoint: () => undefined } };
  },
};

const open = (hooks: object, over: HostConfigInput = {}): Promise<HookRegistry | undefined> => {
  const config = hostSchema.parse({ hooks, ...over });
  return openHooks(config, [definition], moduleEnv(), new MetricsRegistry());
};

const plan = (code: string): object => ({
  endpoints: { '/openrtb2/auction': { stages: { exitpoint: { groups: [{ timeout: 1, hook_sequence: [{ module_code: code }] }] } } } },
});

describe('modules', () => {
  test('are found in their folders', async () => {
    expect((await findModules()).map(({ code }) => code)).toContain('prebid.ortb2blocking');
  });

  test('are not started on a host that disables them', async () => {
    started.length = 0;
    expect(await open({ modules: { acme: { one: { enabled: true } } } })).toBeUndefined();
    expect(started).toEqual([]);
  });

  test.each([
    [{ enabled: true, modules: { acme: { one: { enabled: true, a: 1 } } } }, {}],
    [{ enabled: true, 'acme-one': { enabled: true, a: 1 } }, {}],
    [{ 'acme-one': { enabled: true, a: 1 } }, { variant: 'java' as const }],
    [{ 'acme-one': { enabled: true }, modules: { 'acme-one': { a: 1 } } }, { variant: 'java' as const }],
  ])('are started with their settings: %j', async (hooks, over) => {
    started.length = 0;
    expect(await open(hooks, over)).toBeDefined();
    expect(started).toEqual([{ enabled: true, a: 1 }]);
  });

  test('are started by a switch from an argument or environment variable, which is a string', async () => {
    expect(await open({ enabled: true, modules: { acme: { one: { enabled: 'true' } } } })).toBeDefined();
    expect(await open({ enabled: true, modules: { acme: { one: { enabled: 'false' } } } })).toBeUndefined();
  });

  test('that are not enabled leave a host without hooks', async () => {
    expect(await open({ enabled: true, modules: { acme: { one: { enabled: false } } } })).toBeUndefined();
    expect(await open({ enabled: true })).toBeUndefined();
  });

  test('that cannot start stop the startup', async () => {
    await expect(open({ enabled: true, modules: { acme: { one: { enabled: true, broken: true } } } })).rejects.toThrow(
      'hooks: starting the module acme.one failed: no key',
    );
  });

  test('that reject their settings are errors of the configuration, those with a bug are not', async () => {
    const reject = open({ enabled: true, modules: { acme: { one: { enabled: true, broken: true } } } });
    await expect(reject).rejects.toBeInstanceOf(ConfigError);
    const fail = open({ enabled: true, modules: { acme: { one: { enabled: true, buggy: true } } } });
    await expect(fail).rejects.toMatchObject({ constructor: Error, cause: { constructor: TypeError } });
  });

  test('that a plan names and no folder has are skipped, or stop the startup of the Java variant', async () => {
    const hooks = { enabled: true, host_execution_plan: plan('acme.two') };
    expect(await open(hooks)).toBeUndefined();
    await expect(open(hooks, { variant: 'java' })).rejects.toThrow(
      'hooks: an execution plan names the module acme.two, which is missing or disabled',
    );
  });

  test('that have no hook at a stage of a plan are logged when the host starts', async () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line) };
    const stages = { entrypoint: { groups: [{ timeout: 1, hook_sequence: [{ module_code: 'acme-one', hook_impl_code: 'x' }] }] } };
    const hooks = { enabled: true, 'acme-one': { enabled: true }, host_execution_plan: { endpoints: { '/openrtb2/amp': { stages } } } };
    await openHooks(hostSchema.parse({ hooks }), [definition], moduleEnv({ log }), new MetricsRegistry());
    const place = 'hooks.host_execution_plan.endpoints./openrtb2/amp.stages.entrypoint.groups.0.hook_sequence.0';
    expect(lines).toEqual([
      [{ module: 'acme-one', hook: 'x', stage: 'entrypoint', plan: place }, 'execution plan names a stage at which the module has no hook'],
    ]);
  });
});
