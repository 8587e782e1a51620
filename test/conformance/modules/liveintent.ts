import type { VendorActivity } from '#src/auction/privacy/decision.ts';
import { maskForVendor, vendorDecision } from '#src/auction/privacy/vendor-mask.ts';
import { accountSchema } from '#src/config/account.ts';
import type { Module, VendorCall } from '#src/modules/hook.ts';
import definition from '#src/modules/liveintent-identity/module.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';
import { hookContext, moduleEnv, runOnRequest } from '#test/helpers/module-env.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { toJavaTags } from './seats.ts';

/** A call as the rows record it. */
function recorded({ method, uri, headers, body = '' }: VendorCall, timeout: number): unknown {
  const parsed: unknown = JSON.parse(body);
  normaliseExt(parsed);
  return { method, url: uri, timeout, headers, body: parsed };
}

export async function run({ config, input }: ModuleRow): Promise<unknown> {
  const before = structuredClone(input.request);
  const denied: readonly VendorActivity[] = input.denied ?? [];
  const calls: unknown[] = [];
  const body = typeof input['answer'] === 'string' ? input['answer'] : JSON.stringify(input['answer']);
  const { hooks } = (await definition.start(
    config,
    moduleEnv({
      variant: 'java',
      call: async (call, timeoutMs) => {
        calls.push(recorded(call, timeoutMs));
        return { kind: 'response', response: { status: 200, headers: {}, body } };
      },
    }),
  )) as Module;
  const requestFor = () =>
    maskForVendor(
      before,
      vendorDecision((activity) => !denied.includes(activity)),
      accountSchema.parse({}),
    );
  try {
    const context = hookContext({ requestFor, timeoutMs: 10_000 });
    const result = await runOnRequest(hooks.processed_auction_request, input.request, context);
    if (!result) return { status: 'success', action: 'no_action' };
    return { status: 'success', action: 'update', tags: toJavaTags(result), request: input.request, call: calls[0] };
  } catch {
    return { failed: true, request: before, call: calls[0] };
  }
}
