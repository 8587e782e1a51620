/** Services of a recorded host: fakes of its profile, otherwise auctor's own. */
import { healthTransitions } from '#machines/bidder-health.ts';
import type { AccountService, HostRates, Services } from '#src/auction/services.ts';
import type { StoredData } from '#src/auction/stored-data.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import type { BidderRegistry } from '#src/bidders/registry.ts';
import type { BidCache, CachePut } from '#src/cache/contract.ts';
import { MemoryStore } from '#src/cache/memory.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import type { Transport } from '#src/net/transport.ts';
import { type Clock, systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { type Random, systemRandom } from '#src/platform/random.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createMemoryStore, type StoredDocuments } from '#src/stores/memory.ts';
import type { Store } from '#src/stores/store.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import { EventBus } from '#streams/events.ts';
import type { HookParts } from './hooks.ts';

/** Where clients of the recorded hosts fetch from. */
export const RECORDED_CACHE = { scheme: 'https', host: 'www.pbcserver.com', path: '/pbcache/endpoint' };

/** Time limits of the cases suit the machine that recorded them: a busy one needs longer for its first auctions. */
const withLongerTimers: Clock['after'] = (ms, callback) => systemClock.after(20 * ms, callback);

/** Returns the ids `0`, `1`, … per call for puts; records the puts. */
export class CountingCache implements BidCache {
  readonly address = RECORDED_CACHE;
  readonly puts: CachePut[] = [];

  put(puts: readonly CachePut[]): { ids: string[]; errors: string[] } {
    this.puts.push(...puts);
    return { ids: puts.map((_, i) => String(i)), errors: [] };
  }
}

export interface PartsOptions {
  readonly config: HostConfig;
  readonly bidders: BidderRegistry;
  readonly transport: Transport;
  readonly stored?: StoredDocuments;
  /** Replaces `stored` and `categories`. */
  readonly store?: Store;
  readonly categories?: Readonly<Record<string, string>>;
  readonly bidCache?: BidCache;
  readonly rates?: HostRates;
  readonly random?: Partial<Random>;
  readonly clock?: Partial<Clock>;
  readonly defaultRequest?: Services['defaultRequest'];
  readonly accounts?: AccountService;
  readonly floors?: Services['floors'];
  readonly vendorLists?: Services['vendorLists'];
  readonly hooks?: HookParts;
}

export function makeParts(options: PartsOptions): Services {
  const { config, bidders, transport } = options;
  const metrics = new MetricsRegistry();
  const random = { ...systemRandom, ...options.random };
  const store = options.store ?? createMemoryStore(options.stored ?? {}, options.categories ?? {});
  const dialect = chooseDialect(config);
  const stored: StoredData = createStoredData({ stores: () => [store], categories: [store], dialect: dialect.stores });
  return {
    config,
    dialect,
    clock: { ...systemClock, after: withLongerTimers, ...options.clock },
    random,
    log: silentLog,
    metrics,
    bidders,
    accounts: options.accounts ?? createAccounts([store], config.account_defaults, config.rules.lenientAccounts),
    stored,
    defaultRequest: options.defaultRequest,
    bidCache: options.bidCache ?? new CountingCache(),
    rates: options.rates ?? { current: () => undefined },
    floors: options.floors ?? { find: () => ({ status: 'none' }) },
    vendorLists: options.vendorLists ?? { list: () => undefined, live: () => undefined },
    transport,
    health: new HealthTracker(config.http_client, { random, metrics, log: silentLog, transitions: healthTransitions }),
    bus: new EventBus(),
    hooks: options.hooks?.hookRegistry(config, metrics),
    version: 'test',
  };
}

/** A store for the `/cache` endpoint, which no recorded case of these hosts uses. */
export const anyValues = (): MemoryStore => new MemoryStore({ maxBytes: 1 << 20, maxValueBytes: 1 << 16 }, systemClock);
