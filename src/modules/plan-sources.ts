/** Execution plans with the options that have them, so that the log can name the place of a hook. */
import { HOOK_STAGES, type HookStage, hookEndpoint } from '#src/config/hook-stages.ts';
import type { ExecutionPlan } from '#src/config/sections/hooks.ts';

/** A plan and the option that has it. */
export interface Source {
  readonly place: string;
  readonly plan: ExecutionPlan | undefined;
}

/** A hook as a plan names it. */
export interface Place {
  readonly module: string;
  readonly hook: string;
  readonly stage: HookStage;
  readonly plan: string;
}

export const hostSource = (plan: Source['plan']): Source => ({ place: 'hooks.host_execution_plan', plan });
export const defaultSource = (plan: Source['plan']): Source => ({ place: 'hooks.default_account_execution_plan', plan });

/** The groups of a stage, each with its place in the plan. */
export function groupsAt(endpoints: ExecutionPlan['endpoints'], endpoint: string, stage: HookStage) {
  const found = Object.entries(endpoints ?? {}).filter(([key]) => hookEndpoint(key) === endpoint);
  return found.flatMap(([key, { stages }]) =>
    (stages[stage]?.groups ?? []).map((group, i) => ({ group, path: `endpoints.${key}.stages.${stage}.groups.${i}` })),
  );
}

/** Every hook that a plan names. */
export const placesOf = ({ place, plan }: Source): Place[] =>
  Object.keys(plan?.endpoints ?? {}).flatMap((endpoint) =>
    HOOK_STAGES.flatMap((stage) =>
      (plan?.endpoints?.[endpoint]?.stages[stage]?.groups ?? []).flatMap(({ hook_sequence }, i) =>
        hook_sequence.map(({ module_code: module, hook_impl_code: hook }, k) => ({
          module,
          hook,
          stage,
          plan: `${place}.endpoints.${endpoint}.stages.${stage}.groups.${i}.hook_sequence.${k}`,
        })),
      ),
    ),
  );
