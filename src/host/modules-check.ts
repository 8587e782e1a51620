/** Checks the settings of modules without starting them: values of the wrong type, modules that a plan needs, modules that are not installed. */
import { moduleIssues } from '#src/config/java/modules.ts';
import type { Settings } from '#src/config/load.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { toFlag } from '#src/modules/account-settings.ts';
import { plainCode, settingsOf } from '#src/modules/codes.ts';
import { namedModules } from '#src/modules/default-plan.ts';
import { findModules } from '#src/modules/registry.ts';

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
export async function checkModules({ hooks, rules }: HostConfig, { origins }: Settings): Promise<Diagnostics> {
  if (!rules.runModules) return {};
  const found = await findModules(hooks.paths).then(
    (value) => ({ value }),
    (cause: unknown) => ({ error: errorMessage(cause) }),
  );
  if ('error' in found) return { errors: [found.error] };
  const installed = found.value.map(({ code, aliases = [] }) => [code, ...aliases]);
  const types = moduleIssues(hooks).map(({ path, message }) => `${origins.name(['hooks', ...path])}: ${message}`);
  const plans = rules.requirePlannedModules ? planErrors(hooks, installed, origins) : [];
  return { errors: [...types, ...plans], warnings: missingModules(hooks, installed, origins) };
}

const isEnabled = (hooks: Hooks, codes: readonly string[]): boolean =>
  toFlag({ ...settingsOf(hooks, codes), ...settingsOf(hooks.modules, codes) }['enabled']) === true;

/** Plans of the host that name a module which does not run. */
function planErrors(hooks: Hooks, installed: Installed, origins: Origins): string[] {
  const running = new Set(installed.filter((codes) => isEnabled(hooks, codes)).flatMap((codes) => codes.map(plainCode)));
  return (['host_execution_plan', 'default_account_execution_plan'] as const).flatMap((option) => {
    const missing = new Set(namedModules([hooks[option]]).filter((code) => !running.has(plainCode(code))));
    return [...missing].map((code) => `${origins.name(['hooks', option])}: names the module ${code}, which is missing or disabled`);
  });
}

/** Enabled modules that are not installed. */
function missingModules(hooks: Hooks, installed: Installed, origins: Origins): string[] {
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
