/** The execution plan of modules that have a plan of their own and that no other plan names: one switch enables such a module. */
import { HOOK_ENDPOINTS } from '#src/config/hook-stages.ts';
import type { ExecutionPlan } from '#src/config/sections/hooks.ts';
import { plainCode } from './codes.ts';
import type { ModuleDefinition } from './hook.ts';

type Planned = Pick<ModuleDefinition, 'defaultPlan'> & { readonly codes: readonly string[] };
type Stages = NonNullable<ExecutionPlan['endpoints']>[string]['stages'];

/** Codes of the modules that plans name, as written. */
export function namedModules(plans: readonly (ExecutionPlan | undefined)[]): string[] {
  return plans.flatMap((plan) =>
    Object.values(plan?.endpoints ?? {}).flatMap(({ stages }) =>
      Object.values(stages).flatMap(({ groups }) => groups.flatMap(({ hook_sequence }) => hook_sequence.map((id) => id.module_code))),
    ),
  );
}

/** What a plan says about modules that do not run. @param running codes of those that do, for comparison */
export const missingModules = (plan: ExecutionPlan | undefined, running: ReadonlySet<string>): string[] =>
  [...new Set(namedModules([plan]))]
    .filter((code) => !running.has(plainCode(code)))
    .map((code) => `names the module ${code}, which is missing or disabled`);

/**
 * A group of its own per module and stage, in the order of the modules.
 * @param plans the host's plans and, if there is one, the account's: a module they name runs only where they say
 */
export function defaultPlanOf(modules: readonly Planned[], plans: readonly (ExecutionPlan | undefined)[]): ExecutionPlan {
  const named = new Set(namedModules(plans).map(plainCode));
  const stages: Stages = {};
  for (const { codes, defaultPlan = {} } of modules) {
    if (codes.some((code) => named.has(plainCode(code)))) continue;
    for (const [stage, timeout] of Object.entries(defaultPlan)) {
      const group = { timeout, hook_sequence: [{ module_code: codes[0] ?? '', hook_impl_code: '' }] };
      stages[stage] = { groups: [...(stages[stage]?.groups ?? []), group] };
    }
  }
  return { abtests: [], endpoints: Object.fromEntries(HOOK_ENDPOINTS.map((endpoint) => [endpoint, { stages }])) };
}
