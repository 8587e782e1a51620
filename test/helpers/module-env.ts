/** Environment and context of modules in tests. */
import type { HookContext, ModuleEnv } from '#src/modules/hook.ts';
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
  debug: true,
  isSynced: () => false,
  requestFor: () => ({ id: 'r', imp: [] }),
  ...over,
});
