/** Modules of the recorded hosts (README 4.2): a case's description as a plan with fake modules. */

import type { HookStage } from '#src/config/hook-stages.ts';
import type { HostConfig, HostConfigInput } from '#src/config/schema.ts';
import { mergePatch } from '#src/json/merge.ts';
import type { Hook, HookResult, Module } from '#src/modules/hook.ts';
import { HookRegistry, type LoadedModule } from '#src/modules/hook-registry.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { silentLog } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { sampleModule } from './hooks-sample.ts';

interface Mutation {
  readonly type: 'add' | 'update' | 'delete';
  readonly key: string[];
  readonly addHeader?: readonly [string, string];
  readonly addQuery?: readonly [string, string];
  readonly mergeBody?: Ext;
}

type Action =
  | { readonly kind: 'reject'; readonly nbr: number; readonly onlyBidder?: string; readonly error?: string }
  | {
      readonly kind: 'update';
      readonly mutations: readonly Mutation[];
      readonly errors?: string[];
      readonly warnings?: string[];
      readonly onlyEndpoint?: string;
      readonly warningElsewhere?: string;
    }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'exitpoint';
      readonly body?: unknown;
      readonly setHeaders?: Readonly<Record<string, string>>;
      readonly key?: string[];
      readonly mutationType?: 'add' | 'update' | 'delete';
    };

interface FakeHook {
  readonly module: string;
  readonly code: string;
  readonly action: Action;
}
type FakePlan = {
  readonly [stage in HookStage]?: readonly { readonly timeoutMs: number; readonly hooks: readonly FakeHook[] | null }[] | null;
};

/** Hook settings of a recorded host. */
export interface HookParts {
  readonly settings: NonNullable<HostConfigInput['hooks']>;
  hookRegistry(config: HostConfig, metrics: Metrics): HookRegistry | undefined;
}

const ENDPOINTS = ['/openrtb2/auction', '/openrtb2/amp'];

function mutate(payload: Ext, { addHeader, addQuery, mergeBody }: Mutation): void {
  if (addHeader) (payload['headers'] as Ext)[addHeader[0]] = addHeader[1];
  if (addQuery) (payload['query'] as Ext)[addQuery[0]] = addQuery[1];
  if (!mergeBody) return;
  const body = payload['body'];
  if (typeof body === 'string') payload['body'] = JSON.stringify(mergePatch(JSON.parse(body === '' ? '{}' : body), mergeBody));
  else mergePatch(payload, mergeBody);
}

const act =
  (action: Action): Hook =>
  (draft, { bidder, endpoint }): HookResult | undefined => {
    const payload = draft as unknown as Ext;
    if (action.kind === 'reject') {
      if (action.onlyBidder !== undefined && action.onlyBidder !== bidder) return undefined;
      return { reject: true, nbr: action.nbr, ...(action.error ? { errors: [action.error] } : {}) };
    }
    if (action.kind === 'exitpoint') {
      if (action.body !== undefined) payload['body'] = action.body;
      Object.assign(payload['headers'] as Ext, action.setHeaders);
      return { changes: [{ key: action.key ?? [], type: action.mutationType ?? 'update' }] };
    }
    if (action.kind === 'none') return undefined;
    if (action.onlyEndpoint !== undefined && action.onlyEndpoint !== endpoint) {
      return { warnings: [(action.warningElsewhere ?? '').replace('{endpoint}', endpoint)] };
    }
    for (const mutation of action.mutations) mutate(payload, mutation);
    const { errors = [], warnings = [] } = action;
    return { errors, warnings, changes: action.mutations.map(({ key, type }) => ({ key, type })) };
  };

/** One fake module for each code of the plan; its hooks behave as the plan says. */
function fakes(plan: FakePlan): LoadedModule[] {
  const actions = new Map<string, Map<HookStage, Map<string, Hook>>>();
  for (const [stage, groups] of Object.entries(plan) as [HookStage, FakePlan[HookStage]][]) {
    for (const { module, code, action } of (groups ?? []).flatMap(({ hooks }) => hooks ?? [])) {
      const byStage = actions.get(module) ?? new Map<HookStage, Map<string, Hook>>();
      actions.set(module, byStage.set(stage, (byStage.get(stage) ?? new Map<string, Hook>()).set(code, act(action))));
    }
  }
  return [...actions].map(([code, byStage]) => {
    const hooks = Object.fromEntries(
      [...byStage].map(([stage, byCode]): [HookStage, Hook] => [stage, (payload, context) => byCode.get(context.hook)?.(payload, context)]),
    );
    return { codes: [code], module: { hooks } as Module };
  });
}

const planned = (stages: Ext): { endpoints: Ext } => ({ endpoints: Object.fromEntries(ENDPOINTS.map((path) => [path, { stages }])) });

const fakeStages = (plan: FakePlan): Ext =>
  Object.fromEntries(
    Object.entries(plan).map(([stage, groups]) => [
      stage,
      {
        groups: (groups ?? []).map(({ timeoutMs, hooks }) => ({
          timeout: timeoutMs,
          hook_sequence: (hooks ?? []).map(({ module, code }) => ({ module_code: module, hook_impl_code: code })),
        })),
      },
    ]),
  );

/** `stage → module/hook` of the sample module. */
const sampleStages = (plan: Readonly<Record<string, string>>): Ext =>
  Object.fromEntries(
    Object.entries(plan).map(([stage, hook]) => {
      const [module, code] = hook.split('/');
      return [stage, { groups: [{ timeout: 5, hook_sequence: [{ module_code: module, hook_impl_code: code }] }] }];
    }),
  );

/** The conditions of a case about modules. */
export function hookParts(conditions: Ext): HookParts {
  const fake = conditions['hooks'] as FakePlan | undefined;
  const sample = conditions['hostHooks'] as Readonly<Record<string, string>> | undefined;
  if (!fake && !sample) return { settings: {}, hookRegistry: () => undefined };
  const plan = planned({ ...(fake ? fakeStages(fake) : {}), ...(sample ? sampleStages(sample) : {}) });
  const loaded = [...(fake ? fakes(fake) : []), ...(sample ? [sampleModule] : [])];
  return {
    settings: { enabled: true, host_execution_plan: plan },
    hookRegistry: (config, metrics) => new HookRegistry(config, loaded, silentLog, metrics),
  };
}
