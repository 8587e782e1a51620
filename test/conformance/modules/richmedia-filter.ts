import type { HookResult, Module } from '#src/modules/hook.ts';
import definition from '#src/modules/richmedia-filter/module.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { fromSeats, toJavaTags, toSeats } from './seats.ts';

export async function run({ config, input }: ModuleRow): Promise<unknown> {
  const { hooks } = definition.start(config?.host ?? {}, moduleEnv({ variant: 'java' })) as Module;
  const seats = toSeats(input.seats);
  const context = hookContext({ settings: config?.account ?? {} });
  const result = (await hooks.all_processed_bid_responses?.({ seats } as never, context)) as HookResult | undefined;
  if (!result) return { status: 'success', action: 'no_action' };
  const { rejections } = result;
  return { status: 'success', action: 'update', tags: toJavaTags(result), rejections, seats: fromSeats(seats, result) };
}
