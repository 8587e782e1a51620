/** The store of previous auctions, if any account or bidder can use it. */
import type { PreviousAuctions } from '#src/auction/previous-auctions.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';
import { PreviousInMemory } from './memory.ts';
import { PreviousInRedis } from './redis.ts';

export interface PreviousEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: WorkerPeers;
}

/** Undefined: no bidder of this host opted in. */
export function openPreviousAuctions(
  { previous_auctions: options, cache, adapters }: Pick<HostConfig, 'previous_auctions' | 'cache' | 'adapters'>,
  env: PreviousEnv,
): (PreviousAuctions & { stop(): void }) | undefined {
  if (!Object.values(adapters).some(({ previous_auction_info: isOn }) => isOn)) return undefined;
  if (options.backend === 'redis') return new PreviousInRedis(options, cache.redis, env);
  return new PreviousInMemory(options, env.clock, env.peers);
}
