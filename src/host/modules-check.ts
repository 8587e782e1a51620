/** Checks the settings of modules without starting them: values of the wrong type, modules that a plan needs, modules that are not installed. */
import { PLAN, planIn } from '#src/config/account-problems.ts';
import { deadEndpoints } from '#src/config/hook-stages.ts';
import { moduleIssues } from '#src/config/java/modules.ts';
import type { Settings } from '#src/config/load.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { ExecutionPlan } from '#src/config/sections/hooks.ts';
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { toFlag } from '#src/modules/account-settings.ts';
import { codesOf, hostSettings, plainCode, settingsOf, settingsPath } from '#src/modules/codes.ts';
import { missingModules } from '#src/modules/default-plan.ts';
import type { ModuleDefinition } from '#src/modules/hook.ts';
import { findModules } from '#src/modules/registry.ts';
import { rejectedByModules } from './account-modules.ts';

/** Diagnostics about the settings from one part of the host. */
export interface Diagnostics {
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}

type Origins = Settings['origins'];
type Hooks = HostConfig['hooks'];
/** The codes of each installed module. */
type Installed = readonly (readonly string[])[];

/** Errors and warnings under the keys as written; none if the host runs no modules. */
export async function checkModules(config: HostConfig, { origins }: Settings): Promise<Diagnostics> {
  const { hooks, rules } = config;
  if (!rules.runModules) return {};
  const found = await findModules(hooks.paths).then(
    (value) => ({ value }),
    (cause: unknown) => ({ error: errorMessage(cause) }),
  );
  if ('error' in found) return { errors: [found.error] };
  const installed = found.value.map(codesOf);
  const running = runningCodes(hooks, installed);
  const [ofHost, ofAccounts] = [planLines(hostPlans(config), running, origins), planLines(accountPlan(config), running, origins)];
  const isRequired = rules.requirePlannedModules;
  const rejected = rejectedByModules(
    config.account_defaults.hooks.modules,
    config,
    found.value.filter((each) => isEnabled(hooks, codesOf(each))),
  );
  const ofDefaults = rejected.map(({ path, message }) => `${origins.name(['account_defaults', ...path])}: ${message}`);
  const dead = deadLines([...hostPlans(config), ...accountPlan(config)], origins);
  return {
    errors: [...settingErrors(hooks, found.value, origins), ...(isRequired ? ofHost : [])],
    warnings: [...(isRequired ? [] : ofHost), ...ofAccounts, ...ofDefaults, ...dead, ...notInstalled(hooks, installed, origins)],
  };
}

/** The modules that the host starts; undefined if it runs none. */
export async function runningModules({ hooks, rules }: HostConfig): Promise<readonly ModuleDefinition[] | undefined> {
  const found = rules.runModules ? await findModules(hooks.paths).catch(() => []) : undefined;
  return found?.filter((definition) => isEnabled(hooks, codesOf(definition)));
}

const isEnabled = (hooks: Hooks, codes: readonly string[]): boolean => toFlag(hostSettings(hooks, codes)['enabled']) === true;

const runningCodes = (hooks: Hooks, installed: Installed): ReadonlySet<string> =>
  new Set(installed.filter((codes) => isEnabled(hooks, codes)).flatMap((codes) => codes.map(plainCode)));

/** An option and its plan. */
type Planned = readonly [option: readonly string[], plan: ExecutionPlan | undefined];

const hostPlans = ({ hooks }: HostConfig): Planned[] => [
  [['hooks', 'host_execution_plan'], hooks.host_execution_plan],
  [['hooks', 'default_account_execution_plan'], hooks.default_account_execution_plan],
];
const accountPlan = ({ account_defaults }: HostConfig): Planned[] => [[['account_defaults', ...PLAN], planIn(account_defaults)?.data]];

/** Plans that name a module which does not run. */
const planLines = (plans: readonly Planned[], running: ReadonlySet<string>, origins: Origins): string[] =>
  plans.flatMap(([option, plan]) => missingModules(plan, running).map((line) => `${origins.name(option)}: ${line}`));

/** Endpoints in plans that run no modules. */
const deadLines = (plans: readonly Planned[], origins: Origins): string[] =>
  plans.flatMap(([option, plan]) =>
    deadEndpoints(plan).map(({ key, reason }) => `${origins.name([...option, 'endpoints', key])}: ${reason}`),
  );

/** Values of the wrong type, and other settings that enabled modules reject. */
function settingErrors(hooks: Hooks, modules: readonly ModuleDefinition[], origins: Origins): string[] {
  const issues = moduleIssues(hooks);
  const types = issues.map(({ path, message }) => `${origins.name(['hooks', ...path])}: ${message}`);
  const broken = new Set(issues.flatMap(({ path }) => path.slice(0, 2)));
  const others = modules.filter((definition) => !codesOf(definition).some((code) => broken.has(code)));
  return [...types, ...others.flatMap((definition) => rejectedSettings(hooks, definition, origins))];
}

/** The error of an enabled module about its settings. */
function rejectedSettings(hooks: Hooks, definition: ModuleDefinition, origins: Origins): string[] {
  const codes = codesOf(definition);
  if (!definition.check || !isEnabled(hooks, codes)) return [];
  try {
    definition.check(hostSettings(hooks, codes));
    return [];
  } catch (cause) {
    const inModules = settingsPath(hooks.modules, codes);
    const path = inModules ? ['modules', ...inModules] : (settingsPath(hooks, codes) ?? []);
    return [`${origins.name(['hooks', ...path])}: ${errorMessage(cause)}`];
  }
}

/** Enabled modules that are not installed. */
function notInstalled(hooks: Hooks, installed: Installed, origins: Origins): string[] {
  const isKnown = (settings: unknown, holder: object): boolean =>
    installed.some((codes) => settingsOf(holder as never, codes) === settings);
  const { enabled: _, paths: __, modules, host_execution_plan, default_account_execution_plan, admin, ...others } = hooks;
  const missing = (holder: { readonly [name: string]: unknown }, path: readonly string[]): string[][] =>
    Object.entries(holder).flatMap(([name, settings]) => {
      if (!isObject(settings)) return [];
      if (isKnown(settings, path.at(-1) === 'modules' || path.length === 1 ? holder : { [path.at(-1) ?? '']: holder })) return [];
      if (toFlag(settings['enabled']) !== true) return path.length < 3 ? missing(settings, [...path, name]) : [];
      return [[...path, name]];
    });
  const paths = [...missing(modules, ['hooks', 'modules']), ...missing(others, ['hooks'])];
  return paths.map((path) => `${origins.name(path)}: this module is not installed, so its settings are ignored`);
}
