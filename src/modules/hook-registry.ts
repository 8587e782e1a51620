/**
 * The modules of this host and their execution plans, compiled once per account settings and endpoint. A stage without planned hooks costs
 * nothing.
 */
import type { Auction } from '#src/auction/auction.ts';
import type { Account } from '#src/config/account.ts';
import { HOOK_STAGES, type HookStage } from '#src/config/hook-stages.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { type ExecutionPlan, executionPlan } from '#src/config/sections/hooks.ts';
import { isObject } from '#src/json/merge.ts';
import { isThenable } from '#src/lang/later.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import type { AbTests } from './ab-tests.ts';
import { firstIssue } from './account-settings.ts';
import { plainCode, settingsOf, switchOf } from './codes.ts';
import { HookCounters } from './counters.ts';
import { defaultPlanOf, namedModules } from './default-plan.ts';
import { type EndedAuction, endedAuction } from './ended-auction.ts';
import type { Hook, Module, ModuleDefinition } from './hook.ts';
import { defaultSource, groupsAt, hostSource, type Place, placesOf, type Source } from './plan-sources.ts';

/** A started module with all its codes. */
export interface LoadedModule {
  readonly codes: readonly string[];
  readonly module: Module;
  readonly defaultPlan?: ModuleDefinition['defaultPlan'];
}

/** One hook of a plan. */
export interface PlannedHook {
  readonly module: string;
  readonly hook: string;
  /** Absent: the host lacks the planned hook (retained in the Java variant, which reports it). */
  readonly run: Hook | undefined;
  /** Changes made whatever becomes of the hook. */
  readonly always?: ((payload: never) => void) | undefined;
  readonly settings: Ext;
  readonly counters: HookCounters;
}

export interface PlannedGroup {
  readonly timeoutMs: number;
  readonly hooks: readonly PlannedHook[];
}

/** The plan for one account at one endpoint; a stage without groups is absent. */
export interface Plan {
  readonly groups: { readonly [S in HookStage]?: readonly PlannedGroup[] };
  readonly tests: AbTests;
}

type AccountHooks = Account['hooks'];
type Groups = { [S in HookStage]?: PlannedGroup[] };

/** The account a plan is compiled for. */
interface Owner {
  readonly id: string;
  readonly hooks: AccountHooks;
}

const NO_SETTINGS: Ext = {};
const NO_TESTS: AbTests = { own: undefined, host: [] };
const NO_PLAN: Plan = { groups: {}, tests: NO_TESTS };

export class HookRegistry {
  readonly #config: HostConfig;
  readonly #modules: ReadonlyMap<string, LoadedModule>;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #plans = new WeakMap<AccountHooks, Map<string, Plan>>();
  readonly #entrypoints = new Map<string, Plan>();
  readonly #counters = new Map<string, HookCounters>();
  /** For all accounts, and for accounts without a plan of their own. */
  readonly #hostPlans: readonly [ExecutionPlan | undefined, ExecutionPlan | undefined];
  /** Modules that no plan of the host names. */
  readonly #unplanned: ExecutionPlan;
  readonly #learning: readonly LoadedModule[];

  constructor(config: HostConfig, modules: readonly LoadedModule[], log: Log, metrics: Metrics) {
    this.#config = config;
    this.#hostPlans = [config.hooks.host_execution_plan, config.hooks.default_account_execution_plan];
    this.#modules = new Map(modules.flatMap((loaded) => loaded.codes.map((code) => [plainCode(code), loaded] as const)));
    this.#unplanned = defaultPlanOf(modules, this.#hostPlans);
    this.#learning = modules.filter(({ module }) => module.ended !== undefined);
    this.#log = log;
    this.#metrics = metrics;
  }

  /** Ends the modules' connections and timers. */
  async close(): Promise<void> {
    for (const { module, codes } of new Set(this.#modules.values())) {
      try {
        await module.close?.();
      } catch (cause) {
        this.#log.warn({ module: codes[0], err: cause }, 'closing a module failed');
      }
    }
  }

  /** Informs the modules that learn from auctions. Call when an auction has ended; never throws. */
  ended(auction: Auction): void {
    if (this.#learning.length === 0) return;
    const failed = (cause: unknown, module?: string): void =>
      this.#log.error({ err: cause, auction: auction.number, module }, 'a module failed after an auction');
    try {
      const ended = endedAuction(auction);
      for (const { codes, module } of this.#learning) inform(module, ended, (cause) => failed(cause, codes[0]));
    } catch (cause) {
      failed(cause);
    }
  }

  /** Hooks of the host's plans that their modules do not have; those of modules that were not started are no such hooks. */
  unknownHooks(): Place[] {
    const [host, defaultPlan] = this.#hostPlans;
    return [hostSource(host), defaultSource(defaultPlan)].flatMap(placesOf).filter(({ module, stage }) => {
      const loaded = this.#modules.get(plainCode(module));
      return loaded !== undefined && loaded.module.hooks[stage] === undefined;
    });
  }

  /** Modules named in the host's plans that were not started. */
  unknownModules(): string[] {
    return [...new Set(namedModules(this.#hostPlans))].filter((code) => !this.#modules.has(plainCode(code)));
  }

  /** Hooks before the account is known: the host's plan and, in the Go variant, the default account plan. */
  entrypoint(endpoint: string): Plan {
    let plan = this.#entrypoints.get(endpoint);
    if (!plan) {
      const [host, defaultPlan] = this.#hostPlans;
      const always = [hostSource(host), { place: '', plan: this.#unplanned }];
      const sources = this.#config.rules.defaultPlanAtEntry ? [...always, defaultSource(defaultPlan)] : always;
      const groups = this.#compile(sources, endpoint, undefined, ['entrypoint']);
      plan = { groups, tests: { own: undefined, host: host?.abtests ?? [] } };
      this.#entrypoints.set(endpoint, plan);
    }
    return plan;
  }

  /** Hooks of an account: the host's groups, then its own or the default ones. @param accountId for the log */
  plan(account: AccountHooks, endpoint: string, accountId = ''): Plan {
    const known = this.#plans.get(account);
    const found = known?.get(endpoint);
    if (found) return found;
    const plan = this.#compileFor(account, endpoint, accountId);
    if (known) known.set(endpoint, plan);
    else this.#plans.set(account, new Map([[endpoint, plan]]));
    return plan;
  }

  #compileFor(account: AccountHooks, endpoint: string, accountId: string): Plan {
    const [host, defaultPlan] = this.#hostPlans;
    const own = this.#ownPlan(account, accountId);
    const unplanned = own?.endpoints ? defaultPlanOf([...new Set(this.#modules.values())], [...this.#hostPlans, own]) : this.#unplanned;
    const later = HOOK_STAGES.filter((stage) => stage !== 'entrypoint');
    const last = own?.endpoints ? { place: 'hooks.execution_plan', plan: own } : defaultSource(defaultPlan);
    const sources = [hostSource(host), { place: '', plan: unplanned }, last];
    const groups = this.#compile(sources, endpoint, { id: accountId, hooks: account }, later);
    const hasOwnTests = isObject(account.execution_plan) && 'abtests' in account.execution_plan;
    const tests = { own: hasOwnTests ? own?.abtests : undefined, host: host?.abtests ?? [] };
    return Object.keys(groups).length === 0 ? NO_PLAN : { groups, tests };
  }

  #ownPlan({ execution_plan: plan }: AccountHooks, account: string): ExecutionPlan | undefined {
    if (plan === undefined) return undefined;
    const read = executionPlan.safeParse(plan);
    if (read.success) return read.data;
    this.#log.warn({ account, error: firstIssue(read.error) }, 'invalid execution plan of an account');
    return undefined;
  }

  #compile(sources: readonly Source[], endpoint: string, account: Owner | undefined, stages: readonly HookStage[]): Groups {
    const groups: Groups = {};
    for (const { place, plan } of sources) {
      for (const stage of stages) {
        const made = groupsAt(plan?.endpoints, endpoint, stage).map(({ path, group: { timeout, hook_sequence } }) => ({
          timeoutMs: timeout,
          hooks: hook_sequence.flatMap(({ module_code: module, hook_impl_code: hook }, i) => {
            const planned = { module, hook, stage, plan: `${place}.${path}.hook_sequence.${i}` };
            return this.#hook(planned, account) ?? [];
          }),
        }));
        const full = made.filter(({ hooks }) => hooks.length > 0);
        if (full.length > 0) groups[stage] = [...(groups[stage] ?? []), ...full];
      }
    }
    return groups;
  }

  /** A hook of a plan; undefined if it must not run. */
  #hook(place: Place, account: Owner | undefined): PlannedHook | undefined {
    const { module, hook, stage } = place;
    const loaded = this.#modules.get(plainCode(module));
    const codes = loaded?.codes ?? [module];
    const settings = account && settingsOf(account.hooks.modules, codes);
    if (!this.#isSwitchedOn(codes, account?.hooks, settings)) return undefined;
    const run = loaded?.module.hooks[stage] as Hook | undefined;
    if (!run) {
      this.#log.warn({ ...place, account: account?.id }, 'execution plan names an unknown hook');
      if (!this.#config.rules.reportMissingHooks) return undefined;
    }
    // Names from accounts must not become metric names.
    const counters = this.#countersOf(loaded?.codes[0] ?? 'unknown', stage);
    const always = loaded?.module.always?.[stage] as PlannedHook['always'];
    return { module, hook, run, always, settings: settings ?? NO_SETTINGS, counters };
  }

  /** The host decides first, then the account, then (if required) whether the account has settings. */
  #isSwitchedOn(codes: readonly string[], account: AccountHooks | undefined, settings: Ext | undefined): boolean {
    const host = switchOf(this.#config.hooks.admin.module_execution, codes);
    if (host !== undefined || !account) return host ?? true;
    const { module_execution, 'module-execution': kebab = module_execution, moduleExecution = kebab } = account.admin ?? {};
    const own = switchOf(moduleExecution, codes);
    return own ?? (settings !== undefined || !this.#config.settings.modules.require_config_to_invoke);
  }

  #countersOf(module: string, stage: HookStage): HookCounters {
    const key = `${module} ${stage}`;
    let counters = this.#counters.get(key);
    if (!counters) {
      counters = new HookCounters(module, stage, this.#metrics);
      this.#counters.set(key, counters);
    }
    return counters;
  }
}

function inform(module: Module, auction: EndedAuction, failed: (cause: unknown) => void): void {
  try {
    const wait: unknown = module.ended?.(auction);
    if (isThenable(wait)) void wait.then(undefined, failed);
  } catch (cause) {
    failed(cause);
  }
}
