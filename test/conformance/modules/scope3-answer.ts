import type { HookResult, Module, VendorCall } from '#src/modules/hook.ts';
import definition from '#src/modules/scope3-rtd/module.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';
import type { ModuleRow } from '../suites/modules.ts';

export async function run({ config, input }: ModuleRow): Promise<unknown> {
  const calls: VendorCall[] = [];
  const response = { status: input.status, headers: {}, body: input['answer'] ?? '' };
  const { hooks } = definition.start(
    config ?? {},
    moduleEnv({
      call: async (call) => {
        calls.push(call);
        return { kind: 'response', response };
      },
    }),
  ) as Module;
  const request = input.request ?? {};
  const auctionResponse = input.response ?? {};
  const context = hookContext({ requestFor: () => request });
  await hooks.processed_auction_request?.(request, context);
  const result = (await hooks.auction_response?.(auctionResponse, context)) as HookResult | undefined;
  const changed = result && !result.tags;
  return {
    action: changed ? 'update' : 'no_action',
    tags: result?.tags?.activities,
    ...(changed ? { response: auctionResponse } : {}),
    headers: { 'x-scope3-auth': calls[0]?.headers['x-scope3-auth'] },
  };
}
