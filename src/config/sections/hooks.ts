/** Host settings of modules: which run, in what order, for how long (auction-exchange.md 20.2). Keys of either variant are read. */
import { z } from 'zod';
import { HOOK_STAGES } from '#src/modules/stages.ts';
import { withOurKeys } from '../keys.ts';

const hookId = z.object({ module_code: z.string().min(1), hook_impl_code: z.string().default('') });

const group = z.object({
  /** ms each hook of the group may take; 0: none is waited for. */
  timeout: z.int().min(0).default(0),
  hook_sequence: z.array(hookId).default([]),
});

const stage = z.object({ groups: z.array(group).default([]) });

const STAGE_NAMES: ReadonlySet<string> = new Set(HOOK_STAGES);

const stages = z
  .record(z.string(), stage)
  .refine(
    (named) => Object.keys(named).every((name) => STAGE_NAMES.has(name)),
    `only these are stages of an auction: ${HOOK_STAGES.join(', ')}`,
  );

/** A share of an account's auctions runs a module, the others do not (Java variant). */
const abTest = z.object({
  enabled: z.boolean().default(false),
  module_code: z.string().min(1),
  /** Accounts the test is for; empty: all. Ignored in an account's own plan. */
  accounts: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
  percent_active: z.int().min(0).max(100).default(100),
  log_analytics_tag: z.boolean().default(true),
});

/** Keys of either variant, which in the Java variant's case may stand in a text of JSON. */
function inOurKeys(value: unknown): unknown {
  if (typeof value !== 'string') return withOurKeys(value, ['plan']);
  if (value.trim() === '') return {};
  try {
    return withOurKeys(JSON.parse(value), ['plan']);
  } catch {
    return value;
  }
}

/** Groups of hooks by endpoint (`/openrtb2/auction`, the Java variant also writes `POST /openrtb2/auction`) and stage. */
export const executionPlan = z.preprocess(
  inOurKeys,
  z.object({
    abtests: z.array(abTest).default([]),
    endpoints: z.record(z.string(), z.object({ stages: stages.default({}) })).optional(),
  }),
);

export type ExecutionPlan = z.infer<typeof executionPlan>;
export type AbTest = ExecutionPlan['abtests'][number];

const switches = z.record(z.string(), z.boolean()).default({});
const settingsOfOne = z.record(z.string(), z.unknown());

/** What is no option of ours is the settings of a module. */
function onlyModulesBeside({ value, issues }: z.core.ParsePayload<Record<string, unknown>>): void {
  for (const [key, member] of Object.entries(value)) {
    const isOption = key === 'enabled' || typeof member === 'object' || member === undefined;
    if (!isOption) issues.push({ code: 'unrecognized_keys', keys: [key], input: value });
  }
}

export const hookOptions = {
  /** Modules by code: `<vendor>.<module>` as `modules.<vendor>.<module>` or, of the Java variant, as a key beside this one. */
  hooks: z
    .object({
      /** Default: off (go); java: on where a module is. */
      enabled: z.boolean().optional(),
      /** Settings of each module; one without `enabled: true` is not started. */
      modules: z.record(z.string(), settingsOfOne).default({}),
      /** Runs first, for all accounts. */
      host_execution_plan: executionPlan.optional(),
      /** Runs then, for accounts without a plan of their own. */
      default_account_execution_plan: executionPlan.optional(),
      admin: z.object({ module_execution: switches }).prefault({}),
    })
    .loose()
    .check(onlyModulesBeside)
    .prefault({}),
  settings: z
    .object({
      modules: z
        .object({
          /** Modules run only for accounts that have settings for them. */
          require_config_to_invoke: z.boolean().default(false),
        })
        .prefault({}),
      targeting: z
        .object({
          /** Bytes of the longest targeting key where neither request nor account says; 0: no limit. */
          truncate_attr_chars: z.int().min(0).max(255).default(20),
          /** Whose value stays where cut keys are the same. Default: `last` with `variant: go`, `first` with `java`. */
          colliding_keys: z.enum(['first', 'last']).optional(),
          /** Tell in `ext.warnings.targeting` which keys were cut. Default: with `variant: java`. */
          warn_of_cut_keys: z.boolean().optional(),
        })
        .prefault({}),
    })
    .prefault({}),
};
