/** The transport of calls to bidders. */
import type { BidderRegistry } from '#src/bidders/registry.ts';
import { storageUrl } from '#src/cache/module-storage.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { systemLoop } from '#src/http/loop-turns.ts';
import { type BreakingEnv, BreakingTransport } from '#src/net/breaking-transport.ts';
import { PoolTransport } from '#src/net/http.ts';
import { type OwnOrigins, originsIn } from '#src/net/own-origins.ts';
import { PacedTransport } from '#src/net/paced-transport.ts';
import type { Transport } from '#src/net/transport.ts';
import { TurnQueue } from '#src/platform/turn-queue.ts';
import { CAPTCHA_CALLS } from '#src/sync/recaptcha.ts';

/** ms of a turn of the event loop for responses of bidders; with 10 a turn of a saturated host takes 40 ms, with 4 it takes 15. */
export const TURN_MS = 4;

/** Modules may call the services of their settings and the storage; opt-outs the captcha service. */
const ownOrigins = (config: HostConfig, bidders: BidderRegistry): OwnOrigins =>
  new Map([
    ['', originsIn([config.hooks, storageUrl(config)])],
    [CAPTCHA_CALLS, originsIn(config.recaptcha_url)],
    ...[...bidders.all.values()].map(({ code, info }) => [code, originsIn(info)] as const),
  ]);

/** Pools per origin, with a circuit breaker per host if the settings enable it; turns of the event loop stay short. */
export function openTransport(config: HostConfig, bidders: BidderRegistry, env: BreakingEnv): Transport {
  const { http_client: client, rules } = config;
  const pools = new PoolTransport(client, rules.followRedirects, ownOrigins(config, bidders), process.env);
  const calls = client.circuit_breaker.enabled ? new BreakingTransport(pools, client.circuit_breaker, env) : pools;
  return new PacedTransport(calls, new TurnQueue(systemLoop, TURN_MS));
}
