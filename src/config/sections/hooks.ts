/** Host settings of modules: which run, in what order, with what timeouts. Keys of either variant are accepted. */
import { z } from 'zod';
import { dropNulls } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { HOOK_STAGES } from '../hook-stages.ts';
import { withOurKeys } from '../keys.ts';
import { circuitBreaker } from './circuit-breaker.ts';

const hookId = z.object({ module_code: z.string().min(1), hook_impl_code: z.string().default('') });

const group = z.object({
  /** Timeout of each hook of the group, ms; 0: hooks are not awaited. */
  timeout: z.int().min(0).default(0),
  hook_sequence: z.array(hookId).default([]),
});

const stage = z.object({ groups: z.array(group).default([]) });

const STAGE_NAMES: ReadonlySet<string> = new Set(HOOK_STAGES);

const stages = z.record(z.string(), stage).check(({ value, issues }) => {
  for (const name of Object.keys(value).filter((key) => !STAGE_NAMES.has(key)))
    issues.push({ code: 'custom', path: [name], message: `unknown stage; the stages are ${HOOK_STAGES.join(', ')}`, input: value });
});

/** Runs a module for a share of an account's auctions only (Java variant). */
const abTest = z.object({
  enabled: z.boolean().default(false),
  module_code: z.string().min(1),
  /** Accounts of the test; empty: all. Ignored in an account's own plan. */
  accounts: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
  percent_active: z.int().min(0).max(100).default(100),
  log_analytics_tag: z.boolean().default(true),
});

/** Keys of either variant; null counts as absent. */
function withoutNulls(plan: unknown): unknown {
  const renamed = withOurKeys(plan);
  dropNulls(renamed);
  return renamed;
}

/** In the Java variant the plan may be a JSON string. */
function inOurKeys(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'string') return withoutNulls(value);
  if (value.trim() === '') return {};
  try {
    return withoutNulls(JSON.parse(value));
  } catch (cause) {
    context.addIssue({ code: 'custom', message: `must be a plan as JSON: ${errorMessage(cause)}`, input: value });
    return z.NEVER;
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

/** Keys that are not options of ours are settings of a module. */
function onlyModulesAtTopLevel({ value, issues }: z.core.ParsePayload<Record<string, unknown>>): void {
  for (const [key, field] of Object.entries(value)) {
    const isOption = key === 'enabled' || typeof field === 'object' || field === undefined;
    if (!isOption) issues.push({ code: 'unrecognized_keys', keys: [key], input: value });
  }
}

export const hookOptions = {
  /** Modules by code: `<vendor>.<module>` as `modules.<vendor>.<module>` or, in the Java variant, as a field next to `enabled`. */
  hooks: z
    .object({
      /** Enable modules. Default: off (go); on if any module is enabled (java). */
      enabled: z.boolean().optional(),
      /** Settings of each module; one without `enabled: true` is not started. */
      modules: z.record(z.string(), settingsOfOne).default({}),
      /** Folders with modules of this host's own, relative to the working directory; each module has a subfolder with a `module.ts`. */
      paths: z.array(z.string().min(1)).default([]),
      /** Runs first, for all accounts. */
      host_execution_plan: executionPlan.optional(),
      /** Runs second, for accounts without a plan of their own. */
      default_account_execution_plan: executionPlan.optional(),
      admin: z.object({ module_execution: switches }).prefault({}),
    })
    .loose()
    .check(onlyModulesAtTopLevel)
    .prefault({}),
  settings: z
    .object({
      /** Settings for all databases of stored data. */
      database: z
        .object({
          /** TLS to databases: none, if offered, or required. Default: `tls` of each connection. */
          ssl_mode: z.enum(['disabled', 'preferred', 'required']).optional(),
          /** Pause queries to a failing database. */
          circuit_breaker: z.object(circuitBreaker).prefault({}),
        })
        .prefault({}),
      modules: z
        .object({
          /** Run modules only for accounts that have settings for them. */
          require_config_to_invoke: z.boolean().default(false),
        })
        .prefault({}),
      targeting: z
        .object({
          /** Max length of a targeting key in bytes if neither request nor account sets one; 0: no limit. */
          truncate_attr_chars: z.int().min(0).max(255).default(20),
          /** Value retained if truncated keys collide. Default: `last` with `variant: go`, `first` with `java`. */
          colliding_keys: z.enum(['first', 'last']).optional(),
          /** Report truncated keys in `ext.warnings.targeting`. Default: with `variant: java`. */
          warn_of_truncated_keys: z.boolean().optional(),
        })
        .prefault({}),
    })
    .prefault({}),
};
