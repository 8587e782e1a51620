/** The services that modules receive from their host. */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import { openModuleStorages } from '#src/cache/module-storage.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { HostEnv } from '#src/modules/registry.ts';
import { geoscopesOf } from '#src/modules/rule-engine/geoscopes.ts';
import { connectScripts, type ScriptConnection } from '#src/net/redis-scripts.ts';
import { callService } from '#src/net/service-call.ts';
import type { Transport } from '#src/net/transport.ts';

const NO_NETWORK = 'no network access';
const NEVER_CONNECTED: ScriptConnection = {
  get: () => Promise.reject(new Error(NO_NETWORK)),
  evalsha: () => Promise.reject(new Error(NO_NETWORK)),
  isReady: false,
  close: () => {},
};

/** @param transport the host's HTTP client, which owns its connections; undefined: no network access, every call fails */
export const moduleEnv = (
  base: Pick<HostEnv, 'clock' | 'random' | 'log'>,
  bidders: BidderRegistry,
  transport: Transport | undefined,
  config: Pick<HostConfig, 'cache' | 'storage'>,
): HostEnv => ({
  ...base,
  geoscopes: geoscopesOf(bidders),
  call: (call, timeoutMs, signal) =>
    transport
      ? callService(call, timeoutMs, { transport, clock: base.clock }, signal && { signal })
      : Promise.resolve({ kind: 'failed', message: NO_NETWORK, timedOut: false }),
  connectScripts: (server) => (transport ? connectScripts(server, base.log) : Promise.resolve(NEVER_CONNECTED)),
  storage: transport ? openModuleStorages(config, { transport, clock: base.clock }) : () => undefined,
});
