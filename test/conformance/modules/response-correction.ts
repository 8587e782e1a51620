import type { HookResult, Module } from '#src/modules/hook.ts';
import definition from '#src/modules/response-correction/module.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { fromSeats, toSeats } from './seats.ts';

export async function run({ config, input }: ModuleRow): Promise<unknown> {
  const { hooks } = definition.start({}, moduleEnv({ variant: 'java' })) as Module;
  const seats = toSeats(input.seats);
  const { site, app } = input.request ?? {};
  const context = hookContext({ settings: config ?? {}, inventory: site ? 'site' : app ? 'app' : 'dooh' });
  const result = (await hooks.all_processed_bid_responses?.({ seats } as never, context)) as HookResult | undefined;
  if (result?.failure !== undefined) return { status: 'failure', action: 'no_action', message: result.failure };
  return { status: 'success', ...(result ? { action: 'update', seats: fromSeats(seats, result) } : { action: 'no_action' }) };
}
