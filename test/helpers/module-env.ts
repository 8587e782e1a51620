/** Environment and context of modules in tests. */
import type { Hook, HookContext, HookResult, ModuleEnv, Payloads } from '#src/modules/hook.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from './clock.ts';
import { pinnedRandom } from './services.ts';

export const moduleEnv = (over: Partial<ModuleEnv> = {}): ModuleEnv => ({
  variant: 'go',
  datacenter: '',
  geoscopes: {},
  clock: new WoundClock(),
  random: pinnedRandom,
  log: silentLog,
  metrics: new MetricsRegistry(),
  call: async () => ({ kind: 'failed', message: 'no network in this test', timedOut: false }),
  storage: () => undefined,
  connectScripts: async () => Promise.reject(new Error('no network in this test')),
  ...over,
});

export const hookContext = (over: Partial<HookContext> = {}): HookContext => ({
  stage: 'processed_auction_request',
  endpoint: '/openrtb2/auction',
  accountId: 'a',
  settings: {},
  hook: 'h',
  memory: {},
  timeoutMs: 5,
  signal: new AbortController().signal,
  extKey: 'prebid',
  debug: true,
  isSynced: () => false,
  requestFor: () => ({ id: 'r', imp: [] }),
  ...over,
});

/** Runs the hook of a processed request: its changes, then those of its result. */
export async function runOnRequest(
  hook: Hook<'processed_auction_request'> | undefined,
  request: Payloads['processed_auction_request'],
  context: HookContext,
): Promise<HookResult<Payloads['processed_auction_request']> | undefined> {
  const result = await hook?.(request, context);
  result?.update?.(request);
  return result;
}
