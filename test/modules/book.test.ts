import { describe, expect, test } from 'vitest';
import { type Account, accountSchema } from '#src/config/account.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { HookBook, type LoadedModule, type Plan } from '#src/modules/book.ts';
import type { Hook } from '#src/modules/hook.ts';
import type { HookStage } from '#src/modules/stages.ts';
import type { Log } from '#src/outside/log.ts';
import { silentLog } from '#src/outside/log.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';

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

function bookOf(hooks: object, over: HostConfigInput = {}, log: Log = silentLog): HookBook {
  return new HookBook(hostSchema.parse({ hooks, ...over }), MODULES, log, new MetricsRegistry());
}

const namesAt = (plan: Plan, stage: HookStage = 'raw_auction_request'): string[] =>
  (plan.groups[stage] ?? []).flatMap(({ hooks }) => hooks.map(({ module }) => module));

const AUCTION = '/openrtb2/auction';

describe('an account', () => {
  test('gets the host’s groups, then those accounts have by default', () => {
    const book = bookOf({ host_execution_plan: planOf(['acme.first']), default_account_execution_plan: planOf(['acme.second']) });
    expect(namesAt(book.plan(account(), AUCTION))).toEqual(['acme.first', 'acme.second']);
  });

  test('may have a plan in place of the default one', () => {
    const book = bookOf({ host_execution_plan: planOf(['acme.first']), default_account_execution_plan: planOf(['acme.second']) });
    expect(namesAt(book.plan(account({ execution_plan: planOf(['acme.first']) }), AUCTION))).toEqual(['acme.first', 'acme.first']);
    expect(namesAt(book.plan(account({ execution_plan: { endpoints: {} } }), AUCTION))).toEqual(['acme.first']);
    expect(namesAt(book.plan(account({ execution_plan: {} }), AUCTION))).toEqual(['acme.first', 'acme.second']);
  });

  test('may write its plan as the Java variant does', () => {
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
    const [group] = bookOf({}).plan(account({ execution_plan: plan }), AUCTION).groups.raw_auction_request ?? [];
    expect(group).toMatchObject({ timeoutMs: 7, hooks: [{ module: 'first-module', hook: 'x' }] });
  });

  test('keeps its compiled plan', () => {
    const [book, own] = [bookOf({}), account({ execution_plan: planOf(['acme.first']) })];
    expect(book.plan(own, AUCTION)).toBe(book.plan(own, AUCTION));
    expect(book.plan(own, '/openrtb2/amp')).not.toBe(book.plan(own, AUCTION));
  });

  test('has nothing planned where its plan cannot be read, which is logged', () => {
    const told: string[] = [];
    const log = { ...silentLog, warn: (_: unknown, text?: string) => told.push(text ?? '') } as unknown as Log;
    const plan = bookOf({}, {}, log).plan(account({ execution_plan: { endpoints: { x: { stages: { nowhere: {} } } } } }), AUCTION);
    expect(plan.groups).toEqual({});
    expect(told).toEqual(['an account has an execution plan that cannot be read']);
  });

  test.each([[{ acme: { first: { a: 1 } } }], [{ 'acme.first': { a: 1 } }], [{ 'first-module': { a: 1 } }], [{ first_module: { a: 1 } }]])(
    'hands its settings to the module: %j',
    (modules) => {
      const book = bookOf({ host_execution_plan: planOf(['acme.first']) });
      expect(book.plan(account({ modules }), AUCTION).groups.raw_auction_request?.[0]?.hooks[0]?.settings).toEqual({ a: 1 });
    },
  );

  test('without a plan for a stage has nothing there', () => {
    expect(bookOf({ host_execution_plan: planOf(['acme.first']) }).plan(account(), AUCTION).groups.exitpoint).toBeUndefined();
  });
});

describe('a module that is not there', () => {
  const plan = planOf(['acme.first'], ['acme.none']);

  test('is left out', () => expect(namesAt(bookOf({ host_execution_plan: plan }).plan(account(), AUCTION))).toEqual(['acme.first']));

  test('stays in the Java variant’s plan, so that it is told', () => {
    const made = bookOf({ host_execution_plan: plan }, { variant: 'java' }).plan(account(), AUCTION);
    expect(made.groups.raw_auction_request?.[1]?.hooks[0]).toMatchObject({ module: 'acme.none', run: undefined });
  });

  test('is a stranger to the host', () => expect(bookOf({ default_account_execution_plan: plan }).strangers()).toEqual(['acme.none']));

  test('names no metric', () => {
    const metrics = new MetricsRegistry();
    const config = hostSchema.parse({ variant: 'java', hooks: { host_execution_plan: plan } });
    new HookBook(config, MODULES, silentLog, metrics).plan(account(), AUCTION);
    expect(metrics.text()).toContain('modules_unknown_called{stage="raw_auction_request"} 0');
    expect(metrics.text()).not.toContain('none');
  });
});

describe('a module', () => {
  const host_execution_plan = planOf(['acme.first']);
  const names = (hooks: object, over: HostConfigInput = {}, own: object = {}): string[] =>
    namesAt(bookOf({ host_execution_plan, ...hooks }, over).plan(account(own), AUCTION));

  test('may be switched off by the host', () => {
    const admin = { module_execution: { 'first-module': false } };
    expect(names({ admin })).toEqual([]);
    expect(names({ admin }, {}, { admin: { 'module-execution': { 'first-module': true } } })).toEqual([]);
  });

  test('may be switched off by the account', () => {
    expect(names({}, {}, { admin: { module_execution: { 'first-module': false } } })).toEqual([]);
    expect(
      names({ admin: { module_execution: { 'acme.first': true } } }, {}, { admin: { module_execution: { first_module: false } } }),
    ).toEqual(['acme.first']);
  });

  test('may need settings of the account to run', () => {
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

  test('the host’s plan and the accounts’ default hold', () => {
    expect(namesAt(bookOf(hooks).entrypoint(AUCTION), 'entrypoint')).toEqual(['acme.first', 'acme.second']);
    expect(bookOf(hooks).plan(account(), AUCTION).groups).toEqual({});
  });

  test('only the host’s plan holds in the Java variant', () => {
    expect(namesAt(bookOf(hooks, { variant: 'java' }).entrypoint(AUCTION), 'entrypoint')).toEqual(['acme.first']);
  });

  test('the plan is compiled once', () => {
    const book = bookOf(hooks);
    expect(book.entrypoint(AUCTION)).toBe(book.entrypoint(AUCTION));
  });
});
