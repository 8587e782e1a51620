/** The execution plan of modules that have a plan of their own and that no plan of the host names: one switch enables such a module. */
import type { HostConfig } from '#src/config/schema.ts';
import type { ExecutionPlan } from '#src/config/sections/hooks.ts';
import { plainCode } from './codes.ts';
import type { ModuleDefinition } from './hook.ts';

const ENDPOINTS = ['/openrtb2/auction', '/openrtb2/amp', '/openrtb2/video'];

type Planned = Pick<ModuleDefinition, 'defaultPlan'> & { readonly codes: readonly string[] };
type Stages = NonNullable<ExecutionPlan['endpoints']>[string]['stages'];

/** Codes of the modules that the host's plans name, as written. */
export function namedModules({ host_execution_plan: host, default_account_execution_plan: defaultPlan }: HostConfig['hooks']): string[] {
  return [host, defaultPlan].flatMap((plan) =>
    Object.values(plan?.endpoints ?? {}).flatMap(({ stages }) =>
      Object.values(stages).flatMap(({ groups }) => groups.flatMap(({ hook_sequence }) => hook_sequence.map((id) => id.module_code))),
    ),
  );
}

/** A group of its own per module and stage, in the order of the modules. */
export function defaultPlanOf(modules: readonly Planned[], hooks: HostConfig['hooks']): ExecutionPlan {
  const named = new Set(namedModules(hooks).map(plainCode));
  const stages: Stages = {};
  for (const { codes, defaultPlan = {} } of modules) {
    if (codes.some((code) => named.has(plainCode(code)))) continue;
    for (const [stage, timeout] of Object.entries(defaultPlan)) {
      const group = { timeout, hook_sequence: [{ module_code: codes[0] ?? '', hook_impl_code: '' }] };
      stages[stage] = { groups: [...(stages[stage]?.groups ?? []), group] };
    }
  }
  return { abtests: [], endpoints: Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, { stages }])) };
}
