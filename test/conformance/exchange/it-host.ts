/** A host of the profile `it` (README 4.1): the Java variant's integration tests, auctor's own bidders, servers replaced by stubs. */
import type { StoredDataAdmin } from '#src/admin/stored-data.ts';
import type { FloorsSource } from '#src/auction/floors/lookup.ts';
import type { Services } from '#src/auction/services.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { RemoteCache } from '#src/cache/remote.ts';
import { hostSchema } from '#src/config/schema.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';
import { systemRandom } from '#src/platform/random.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { pushAddresses } from '#src/stores/cache-updates.ts';
import { createCachedStore } from '#src/stores/cached.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
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
  /** Services of the admin listener for pushed updates. */
  readonly pushing: StoredDataAdmin;
}

/** Signals the runner that the case needs an unsupported bidder. */
export class NotBuilt extends Error {}

const definitions = await findDefinitions();
const codes = new Set(definitions.flatMap(({ code, aliases, java }) => [code, ...Object.keys({ ...aliases, ...java?.aliases })]));

/** The calls of a mock, which may be their list itself. */
const stubsOf = (mock: unknown): readonly Stub[] =>
  (Array.isArray(mock) ? mock : ((mock as HttpMock | undefined)?.calls ?? [])) as readonly Stub[];

function messagesOf(value: unknown): Record<string, string> {
  const entries = Object.entries((value ?? {}) as Ext);
  return Object.fromEntries(entries.map(([id, stored]) => [id, typeof stored === 'string' ? stored : JSON.stringify(stored)]));
}

/** Floors already fetched according to the case; any others are in flight forever. */
function floorsOf(config: Ext): FloorsSource {
  const fetched = config['floorsFetched'] as { url: string; data: Ext } | undefined;
  return { find: (url) => (fetched && url === fetched.url ? { status: 'success', data: fetched.data } : { status: 'inprogress' }) };
}

const singleProcess: WorkerPeers = { singleProcess: true, broadcast() {}, listen: () => () => {} };

const adapterEnv = { now: () => Date.now(), random: () => 10n, uuid: () => crypto.randomUUID(), version: 'test' };

/** @throws NotBuilt naming the unsupported bidder */
export function itHost(one: Case): ItHost {
  const { config: conditions = {}, mocks = {} } = one;
  const { adapters, needed } = itAdapters(one);
  const missing = needed.find((code) => !codes.has(code) && !adapters[code]?.alias_of);
  if (missing !== undefined) throw new NotBuilt(`bidder ${missing} is not built yet`);
  const hooks = hookParts(conditions);
  const config = hostSchema.parse({ ...itSettings(adapters, conditions['floorsEnabled'] === true), hooks: hooks.settings });
  const transport = new StubTransport([...Object.values(mocks.bidders ?? {}).flatMap(stubsOf), ...stubsOf(mocks.http)]);
  const cacheTransport = new CacheTransport(stubsOf(mocks.cache));
  const cacheEnv = {
    clock: systemClock,
    random: systemRandom,
    metrics: new MetricsRegistry(),
    transport: cacheTransport,
    dialect: chooseDialect(config),
  };
  const cache = new RemoteCache(config, itCacheAddress, cacheEnv);
  const requests = messagesOf(conditions['storedRequests']);
  const store = createMemoryStore({
    request: requests,
    amp: requests,
    video: requests,
    imp: messagesOf(conditions['storedImps']),
    response: messagesOf(conditions['storedResponses']),
    profile: messagesOf(conditions['profiles']),
    account: Object.fromEntries(itAccounts),
  });
  const { ttl_seconds: ttlSeconds, cache_size: maxEntries } = config.stored_requests.in_memory_cache;
  const retained = createCachedStore(store, { maxBytes: {}, maxEntries, ttlSeconds, negativeTtlSeconds: 0 }, systemClock);
  const caches = { stored_requests: retained, stored_video_req: undefined, stored_responses: undefined, accounts: retained };
  const services = makeParts({
    config,
    transport,
    bidCache: cache,
    store: retained,
    bidders: makeRegistry(definitions, config, adapterEnv),
    accounts: createAccounts([store], config.account_defaults, config.rules.lenientAccounts),
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
    pushing: { pushed: pushAddresses(config, caches), caches, peers: singleProcess, log: silentLog },
  };
}
