/** A host of the profile `it` (README 4.1): the Java variant's integration tests, auctor's own bidders, servers played from stubs. */
import type { StoredDataAdmin } from '#src/admin/stored-data.ts';
import type { FloorsSource, Services } from '#src/auction/services.ts';
import { findDefinitions, makeRegistry } from '#src/bidders/registry.ts';
import { RemoteCache } from '#src/cache/remote.ts';
import { hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/outside/clock.ts';
import { silentLog } from '#src/outside/log.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';
import { systemRandom } from '#src/outside/random.ts';
import type { Siblings } from '#src/outside/siblings.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createCachedStore } from '#src/stores/cached.ts';
import { pushAddresses } from '#src/stores/feeds.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { Case, HttpMock, Stub } from './case.ts';
import { hookParts } from './hooks.ts';
import { itAdapters } from './it-adapters.ts';
import { CacheTransport } from './it-cache.ts';
import { itAccounts, itCacheAddress, itRates, itSettings, itVendorLists } from './it-settings.ts';
import { makeParts } from './parts.ts';
import { StubTransport } from './stubs.ts';

export interface ItHost {
  readonly services: Services;
  readonly transport: StubTransport;
  readonly cacheTransport: CacheTransport;
  readonly cache: RemoteCache;
  /** What the admin listener needs to take pushed updates. */
  readonly pushing: StoredDataAdmin;
}

/** Told by the runner: the case waits for a bidder. */
export class NotBuilt extends Error {}

const definitions = await findDefinitions();
const codes = new Set(definitions.flatMap(({ code, aliases }) => [code, ...Object.keys(aliases)]));

const stubsOf = (mock: unknown): readonly Stub[] => ((mock as HttpMock | undefined)?.calls ?? []) as readonly Stub[];

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries((value ?? {}) as Ext);
  return Object.fromEntries(entries.map(([id, stored]) => [id, typeof stored === 'string' ? stored : JSON.stringify(stored)]));
}

/** Floors the case says were fetched already; whatever else is asked for is on its way for ever. */
function floorsOf(config: Ext): FloorsSource {
  const fetched = config['floorsFetched'] as { url: string; data: Ext } | undefined;
  return { ask: (url) => (fetched && url === fetched.url ? { status: 'success', data: fetched.data } : { status: 'inprogress' }) };
}

const alone: Siblings = { alone: true, tell() {}, listen: () => () => {} };

const adapterEnv = { now: () => Date.now(), random: () => 10n, uuid: () => crypto.randomUUID(), version: 'test' };

/** @throws NotBuilt naming the bidder auctor does not have */
export function itHost(one: Case): ItHost {
  const { config: conditions = {}, mocks = {} } = one;
  const { adapters, needed } = itAdapters(one);
  const missing = needed.find((code) => !codes.has(code) && !adapters[code]?.alias_of);
  if (missing !== undefined) throw new NotBuilt(`bidder ${missing} is not built yet`);
  const hooks = hookParts(conditions);
  const config = hostSchema.parse({ ...itSettings(adapters, conditions['floorsEnabled'] === true), hooks: hooks.settings });
  const transport = new StubTransport([...Object.values(mocks.bidders ?? {}).flatMap(stubsOf), ...(mocks.http ?? [])]);
  const cacheTransport = new CacheTransport(stubsOf(mocks.cache));
  const cacheEnv = { clock: systemClock, random: systemRandom, metrics: new MetricsRegistry(), transport: cacheTransport };
  const cache = new RemoteCache(config, itCacheAddress, cacheEnv);
  const requests = textsOf(conditions['storedRequests']);
  const store = createMemoryStore({
    request: requests,
    amp: requests,
    video: requests,
    imp: textsOf(conditions['storedImps']),
    response: textsOf(conditions['storedResponses']),
    profile: textsOf(conditions['profiles']),
    account: Object.fromEntries(itAccounts),
  });
  const { ttl_seconds: ttlSeconds, cache_size: maxEntries } = config.stored_requests.in_memory_cache;
  const kept = createCachedStore(store, { maxBytes: {}, maxEntries, ttlSeconds, negativeTtlSeconds: 0 }, systemClock);
  const caches = { stored_requests: kept, stored_video_req: undefined, stored_responses: undefined, accounts: kept };
  const services = makeParts({
    config,
    transport,
    bidCache: cache,
    store: kept,
    bidders: makeRegistry(definitions, config, adapterEnv),
    accounts: createAccounts([store], config.account_defaults, config.variant),
    rates: { current: () => itRates },
    floors: floorsOf(conditions),
    vendorLists: itVendorLists,
    hooks,
  });
  return {
    services,
    transport,
    cache,
    cacheTransport,
    pushing: { pushed: pushAddresses(config, caches), caches, siblings: alone, log: silentLog },
  };
}
