import { describe, expect, test } from 'vitest';
import { type Account, accountSchema } from '#src/config/account.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import type { Hook, Module } from '#src/modules/hook.ts';
import { HookRegistry, type LoadedModule, type Plan } from '#src/modules/hook-registry.ts';
import type { Log } from '#src/platform/log.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const nothing: Hook = () => undefined;
const everywhere = { raw_auction_request: nothing, entrypoint: nothing };
const MODULES: LoadedModule[] = [
  { codes: ['acme.first', 'first-module'], module: { hooks: everywhere } },
  { codes: ['acme.second'], module: { hooks: everywhere } },
];

type Entry = [module: string, hook?: string];

const planOf = (...entries: Entry[]): object => stagePlan('raw_auction_request', ...entries);
const stagePlan = (stage: string, ...entries: Entry[]): object => ({
  endpoints: {
    '/openrtb2/auction': {
      stages: {
        [stage]: {
          groups: entries.map(([module_code, hook_impl_code = 'h']) => ({ timeout: 5, hook_sequence: [{ module_code, hook_impl_code }] })),
        },
      },
    },
  },
});

type Hooks = Account['hooks'];
const account = (hooks: object = {}): Hooks => accountSchema.parse({ hooks }).hooks;

function hookRegistryOf(hooks: object, over: HostConfigInput = {}, log: Log = silentLog): HookRegistry {
  return new HookRegistry(hostSchema.parse({ hooks, ...over }), MODULES, log, new MetricsRegistry());
}

const namesAt = (plan: Plan, stage: HookStage = 'raw_auction_request'): string[] =>
  (plan.groups[stage] ?? []).flatMap(({ hooks }) => hooks.map(({ module }) => module));

const AUCTION = '/openrtb2/auction';

describe('a module with a plan of its own', () => {
  const own: LoadedModule = { codes: ['acme.own'], module: { hooks: everywhere }, defaultPlan: { entrypoint: 1, raw_auction_request: 2 } };
  const registryWith = (hooks: object): HookRegistry =>
    new HookRegistry(hostSchema.parse({ hooks }), [...MODULES, own], silentLog, new MetricsRegistry());

  test.each(['/openrtb2/auction', '/openrtb2/amp', '/openrtb2/video'])('runs if no plan of the host names it: %s', (endpoint) => {
    const hookRegistry = registryWith({});
    expect(namesAt(hookRegistry.entrypoint(endpoint), 'entrypoint')).toEqual(['acme.own']);
    expect(hookRegistry.plan(account(), endpoint).groups.raw_auction_request?.map(({ timeoutMs }) => timeoutMs)).toEqual([2]);
  });

  test('runs once, where the plan says, if a plan of the host names it', () => {
    const hookRegistry = registryWith({ host_execution_plan: planOf(['acme.own']) });
    expect(namesAt(hookRegistry.entrypoint(AUCTION), 'entrypoint')).toEqual([]);
    expect(namesAt(hookRegistry.plan(account(), AUCTION))).toEqual(['acme.own']);
  });

  test("runs once, where the plan says, if the account's own plan names it", () => {
    const hookRegistry = registryWith({});
    const plan = hookRegistry.plan(account({ execution_plan: planOf(['acme.first'], ['acme.own']) }), AUCTION);
    expect(namesAt(plan)).toEqual(['acme.first', 'acme.own']);
    expect(namesAt(hookRegistry.entrypoint(AUCTION), 'entrypoint')).toEqual(['acme.own']);
  });

  test('still runs for accounts whose own plan does not name it', () => {
    const hookRegistry = registryWith({});
    expect(namesAt(hookRegistry.plan(account({ execution_plan: planOf(['acme.first']) }), AUCTION))).toEqual(['acme.own', 'acme.first']);
  });
});

describe('an account', () => {
  test('gets the host’s groups, then the default account groups', () => {
    const hookRegistry = hookRegistryOf({
      host_execution_plan: planOf(['acme.first']),
      default_account_execution_plan: planOf(['acme.second']),
    });
    expect(namesAt(hookRegistry.plan(account(), AUCTION))).toEqual(['acme.first', 'acme.second']);
  });

  test('may have a plan that replaces the default one', () => {
    const hookRegistry = hookRegistryOf({
      host_execution_plan: planOf(['acme.first']),
      default_account_execution_plan: planOf(['acme.second']),
    });
    expect(namesAt(hookRegistry.plan(account({ execution_plan: planOf(['acme.first']) }), AUCTION))).toEqual(['acme.first', 'acme.first']);
    expect(namesAt(hookRegistry.plan(account({ execution_plan: { endpoints: {} } }), AUCTION))).toEqual(['acme.first']);
    expect(namesAt(hookRegistry.plan(account({ execution_plan: {} }), AUCTION))).toEqual(['acme.first', 'acme.second']);
  });

  test("may write its plan in the Java variant's format", () => {
    const plan = {
      endpoints: {
        'POST /openrtb2/auction': {
          stages: {
            'raw-auction-request': {
              groups: [{ timeout: 7, 'hook-sequence': [{ 'module-code': 'first-module', 'hook-impl-code': 'x' }] }],
            },
          },
        },
      },
    };
    const [group] = hookRegistryOf({}).plan(account({ execution_plan: plan }), AUCTION).groups.raw_auction_request ?? [];
    expect(group).toMatchObject({ timeoutMs: 7, hooks: [{ module: 'first-module', hook: 'x' }] });
  });

  test('keeps its compiled plan', () => {
    const [hookRegistry, own] = [hookRegistryOf({}), account({ execution_plan: planOf(['acme.first']) })];
    expect(hookRegistry.plan(own, AUCTION)).toBe(hookRegistry.plan(own, AUCTION));
    expect(hookRegistry.plan(own, '/openrtb2/amp')).not.toBe(hookRegistry.plan(own, AUCTION));
  });

  test('has an empty plan if its own is malformed, which is logged', () => {
    const reported: unknown[] = [];
    const log = { ...silentLog, warn: (...line: unknown[]) => reported.push(line) } as unknown as Log;
    const malformed = { endpoints: { x: { stages: { entrypoint: { groups: [{ timeout: 'x' }] } } } } };
    const plan = hookRegistryOf({}, {}, log).plan(account({ execution_plan: malformed }), AUCTION, '1001');
    expect(plan.groups).toEqual({});
    const error = expect.stringMatching(/^endpoints\.x\.stages\.entrypoint\.groups\.0\.timeout: /);
    expect(reported).toEqual([[{ account: '1001', error }, 'invalid execution plan of an account']]);
  });

  test.each([[{ acme: { first: { a: 1 } } }], [{ 'acme.first': { a: 1 } }], [{ 'first-module': { a: 1 } }], [{ first_module: { a: 1 } }]])(
    'passes its settings to the module: %j',
    (modules) => {
      const hookRegistry = hookRegistryOf({ host_execution_plan: planOf(['acme.first']) });
      expect(hookRegistry.plan(account({ modules }), AUCTION).groups.raw_auction_request?.[0]?.hooks[0]?.settings).toEqual({ a: 1 });
    },
  );

  test('without a plan for a stage has nothing there', () => {
    expect(hookRegistryOf({ host_execution_plan: planOf(['acme.first']) }).plan(account(), AUCTION).groups.exitpoint).toBeUndefined();
  });
});

describe('a missing module', () => {
  const plan = planOf(['acme.first'], ['acme.none']);

  test('is skipped', () => expect(namesAt(hookRegistryOf({ host_execution_plan: plan }).plan(account(), AUCTION))).toEqual(['acme.first']));

  test('stays in the Java variant’s plan, so that it is reported', () => {
    const made = hookRegistryOf({ host_execution_plan: plan }, { variant: 'java' }).plan(account(), AUCTION);
    expect(made.groups.raw_auction_request?.[1]?.hooks[0]).toMatchObject({ module: 'acme.none', run: undefined });
  });

  test('is unknown to the host', () =>
    expect(hookRegistryOf({ default_account_execution_plan: plan }).unknownModules()).toEqual(['acme.none']));

  test('names no metric', () => {
    const metrics = new MetricsRegistry();
    const config = hostSchema.parse({ variant: 'java', hooks: { host_execution_plan: plan } });
    new HookRegistry(config, MODULES, silentLog, metrics).plan(account(), AUCTION);
    expect(metrics.expose()).toContain('modules_unknown_called{stage="raw_auction_request"} 0');
    expect(metrics.expose()).not.toContain('none');
  });
});

describe('a module', () => {
  const host_execution_plan = planOf(['acme.first']);
  const names = (hooks: object, over: HostConfigInput = {}, own: object = {}): string[] =>
    namesAt(hookRegistryOf({ host_execution_plan, ...hooks }, over).plan(account(own), AUCTION));

  test('may be disabled by the host', () => {
    const admin = { module_execution: { 'first-module': false } };
    expect(names({ admin })).toEqual([]);
    expect(names({ admin }, {}, { admin: { 'module-execution': { 'first-module': true } } })).toEqual([]);
  });

  test('may be disabled by the account', () => {
    expect(names({}, {}, { admin: { module_execution: { 'first-module': false } } })).toEqual([]);
    expect(names({}, {}, { admin: { moduleExecution: { 'first-module': false } } })).toEqual([]);
    expect(names({}, {}, { admin: { module_execution: { 'first-module': 'false' } } })).toEqual([]);
    expect(
      names({ admin: { module_execution: { 'acme.first': true } } }, {}, { admin: { module_execution: { first_module: false } } }),
    ).toEqual(['acme.first']);
  });

  test('may require settings of the account', () => {
    const settings = { modules: { require_config_to_invoke: true } };
    expect(names({}, { settings })).toEqual([]);
    expect(names({}, { settings }, { modules: { acme: { first: {} } } })).toEqual(['acme.first']);
    expect(names({}, { settings }, { admin: { module_execution: { 'acme.first': true } } })).toEqual(['acme.first']);
  });
});

describe('at the entrypoint', () => {
  const hooks = {
    host_execution_plan: stagePlan('entrypoint', ['acme.first']),
    default_account_execution_plan: stagePlan('entrypoint', ['acme.second']),
  };

  test('the host’s plan and the default account plan apply', () => {
    expect(namesAt(hookRegistryOf(hooks).entrypoint(AUCTION), 'entrypoint')).toEqual(['acme.first', 'acme.second']);
    expect(hookRegistryOf(hooks).plan(account(), AUCTION).groups).toEqual({});
  });

  test('only the host’s plan applies in the Java variant', () => {
    expect(namesAt(hookRegistryOf(hooks, { variant: 'java' }).entrypoint(AUCTION), 'entrypoint')).toEqual(['acme.first']);
  });

  test('the plan is compiled once', () => {
    const hookRegistry = hookRegistryOf(hooks);
    expect(hookRegistry.entrypoint(AUCTION)).toBe(hookRegistry.entrypoint(AUCTION));
  });
});

test('a hook that the host does not have is reported with its account and its place', () => {
  const lines: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void lines.push(fields) } as Log;
  const hookRegistry = hookRegistryOf({ host_execution_plan: planOf(['acme.first'], ['acme.absent']) }, {}, log);
  hookRegistry.plan(account({ execution_plan: planOf(['acme.other', 'x']) }), AUCTION, 'publisher');
  const [module, stage] = ['acme.absent', 'raw_auction_request'];
  const within = 'endpoints./openrtb2/auction.stages.raw_auction_request.groups';
  expect(lines).toEqual([
    { module, hook: 'h', stage, account: 'publisher', plan: `hooks.host_execution_plan.${within}.1.hook_sequence.0` },
    { module: 'acme.other', hook: 'x', stage, account: 'publisher', plan: `hooks.execution_plan.${within}.0.hook_sequence.0` },
  ]);
});

describe('modules that learn from auctions', () => {
  const bug = new Error('a bug');

  test.each<[string, NonNullable<Module['ended']>]>([
    [
      'throws',
      () => {
        throw bug;
      },
    ],
    ['rejects later', () => Promise.reject(bug)],
  ])('learn from each, whether another one %s, which is logged with its stack', async (_, fails) => {
    const [logged, learned]: [object[], string[]] = [[], []];
    const modules: LoadedModule[] = [
      { codes: ['acme.broken'], module: { hooks: {}, ended: fails } },
      { codes: ['acme.good'], module: { hooks: {}, ended: ({ accountId }) => void learned.push(accountId) } },
    ];
    const log = { ...silentLog, error: (fields: object) => logged.push(fields) };
    const auction = anAuction(testServices(), validRequest(), { accountId: 'publisher' });
    new HookRegistry(hostSchema.parse({}), modules, log, new MetricsRegistry()).ended(auction);
    await Promise.resolve();
    expect([logged, learned]).toEqual([[{ err: bug, auction: auction.number, module: 'acme.broken' }], ['publisher']]);
  });
});
