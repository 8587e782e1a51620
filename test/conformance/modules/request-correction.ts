import type { HookResult, Module } from '#src/modules/hook.ts';
import definition from '#src/modules/request-correction/module.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';
import type { ModuleRow } from '../suites/modules.ts';

export async function run({ config, input }: ModuleRow): Promise<unknown> {
  const { hooks } = definition.start({}, moduleEnv({ variant: 'java' })) as Module;
  const request = { ...input.request, imp: input.request?.imp ?? [] };
  const result = (await hooks.processed_auction_request?.(request, hookContext({ settings: config ?? {} }))) as HookResult | undefined;
  if (result?.failure !== undefined) return { status: 'failure', action: 'no_action', message: result.failure };
  return { status: 'success', ...(result ? { action: 'update', request } : { action: 'no_action' }) };
}
