/** The transport of calls to bidders. */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import { storageUrl } from '#src/cache/module-storage.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { type BreakingEnv, BreakingTransport } from '#src/net/breaking-transport.ts';
import { PoolTransport } from '#src/net/http.ts';
import { originsIn } from '#src/net/own-origins.ts';
import type { Transport } from '#src/net/transport.ts';

/** Pools per origin, with a circuit breaker per host if the settings enable it. */
export function openTransport(config: HostConfig, bidders: BidderRegistry, env: BreakingEnv): Transport {
  const { http_client: client, rules } = config;
  const own = originsIn([config, storageUrl(config), [...bidders.all.values()].map(({ info }) => info)]);
  const pools = new PoolTransport(client, rules.followRedirects, own, process.env);
  return client.circuit_breaker.enabled ? new BreakingTransport(pools, client.circuit_breaker, env) : pools;
}
