/** The services of a host, opened from its settings. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthTransitions } from '#machines/bidder-health.ts';
import { FetchedVendorLists } from '#machines/vendor-lists.ts';
import { FetchedFloors } from '#src/auction/floors/provider.ts';
import type { Services } from '#src/auction/services.ts';
import type { AdapterEnv } from '#src/bidders/bidder.ts';
import { readCatalogue } from '#src/bidders/catalogue.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import { type BidderRegistry, enabledCodes, makeRegistry } from '#src/bidders/registry.ts';
import { openCache } from '#src/cache/open.ts';
import { reportingCache } from '#src/cache/reporting-cache.ts';
import { clusterPeers } from '#src/cluster/worker-peers.ts';
import { ConfigError } from '#src/config/config-error.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { demoBidder } from '#src/demo/bidder.ts';
import { demoStore } from '#src/demo/stored.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import { openGeo } from '#src/feeds/geo.ts';
import { FetchedRates } from '#src/feeds/rates.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { measuredCache } from '#src/metrics/bid-cache.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import { fetchBody, publicFetch } from '#src/net/fetch-body.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { systemRandom } from '#src/platform/random.ts';
import { createAdapterEnv } from '#src/replay/adapter-env.ts';
import { moduleEnv } from '#src/replay/module-env.ts';
import { openStores } from '#src/stores/open.ts';
import { openPreviousAuctions } from '#src/stores/previous-auctions/open.ts';
import { syncersOf } from '#src/sync/host.ts';
import { EventBus } from '#streams/events.ts';
import type { startRefreshing } from '#streams/refresh.ts';
import type { ObservedServices } from './observers.ts';
import { openSigner } from './signer.ts';
import { openTransport } from './transport.ts';

const packageFile = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };

export const { version } = packageFile;

/** Services, and what only their owner may do with them. */
export interface OpenServices {
  readonly services: ObservedServices;
  readonly stores: Awaited<ReturnType<typeof openStores>>;
  readonly cacheStore: Awaited<ReturnType<typeof openCache>>['store'];
  readonly feeds: Feeds;
  readonly refreshers: Parameters<typeof startRefreshing>[0];
  /** Begins to load data in the background. */
  start(): void;
  /** Closes the connections to bidders, caches and modules. */
  closeConnections(): Promise<unknown>;
  /** Ends everything else: timers, background loads, files. */
  stop(): void;
}

type Feeds = ReturnType<typeof openFeeds>;
type Env = Pick<Services, 'clock' | 'log' | 'random'> & { readonly fetchBody: typeof fetchBody; readonly metrics: MetricsRegistry };

/** A setting that a bidder's adapter or user sync rejects stops the startup like any other invalid setting. */
function registryOf(definitions: Parameters<typeof makeRegistry>[0], config: HostConfig, env: AdapterEnv): BidderRegistry {
  try {
    const registry = makeRegistry(definitions, config, env);
    const { errors } = syncersOf(registry, config);
    if (errors.length > 0) throw new ConfigError(errors);
    return registry;
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError([errorMessage(cause)]);
  }
}

/** Data that is loaded in the background: currency rates, floor rules, vendor lists. */
function openFeeds(config: HostConfig, env: Env, fetchForeign: ReturnType<typeof publicFetch>['fetchBody']) {
  const ownUrl = config.account_defaults.price_floors.fetch.url;
  const folder = config.data_dir && join(config.data_dir, 'vendor-lists');
  return {
    rates: new FetchedRates(config.currency_converter, env),
    floors: new FetchedFloors(config.price_floors.fetcher, { ...env, fetchForeign, ownUrl }),
    vendorLists: new FetchedVendorLists(config.gdpr, { ...env, peers: clusterPeers, folder }),
  };
}

/** All bidders, and the clients that call and sign for them. */
function openBidders(config: HostConfig, env: Env, demo: boolean) {
  const definitions = [...readCatalogue(), ...(demo ? [demoBidder] : [])];
  const bidders = registryOf(definitions, config, createAdapterEnv(env.clock, env.random, version));
  const { random, metrics, log } = env;
  return {
    bidders,
    transport: openTransport(config, bidders, env),
    signing: openSigner(config, bidders, env.clock),
    health: new HealthTracker(config.http_client, { random, metrics, log, transitions: healthTransitions, bidders: enabledCodes(bidders) }),
  };
}

/** The parts of the host in the order in which they need each other. */
async function openParts(config: HostConfig, log: Log, demo: boolean) {
  const [clock, random, metrics, bus] = [systemClock, systemRandom, new MetricsRegistry(), new EventBus()];
  const env = { clock, log, random, fetchBody, metrics };
  const peers = clusterPeers;
  const foreign = publicFetch(config.http_client);
  const dialect = chooseDialect(config);
  const stores = await openStores(config, clock, log, demo ? [demoStore()] : [], { dialect: dialect.stores, metrics, random });
  const feeds = openFeeds(config, env, foreign.fetchBody);
  const cache = await openCache(config, { clock, random, log, metrics, dialect, peers });
  const bidding = openBidders(config, env, demo);
  const geo = await openGeo(config, env);
  const previousAuctions = openPreviousAuctions(config, { clock, log, peers });
  const hooksEnv = moduleEnv({ clock, random, log }, bidding.bidders, bidding.transport, config);
  const hooks = await openHooks(config, await findModules(config.hooks.paths), hooksEnv, metrics);
  return { clock, random, metrics, bus, foreign, dialect, stores, feeds, cache, ...bidding, geo, previousAuctions, hooks };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens all services. @throws ConfigError if a setting is rejected */
export async function openServices(config: HostConfig, log: Log, demo: boolean): Promise<OpenServices> {
  const parts = await openParts(config, log, demo);
  const { clock, random, metrics, bus, dialect, stores, feeds, cache, bidders, transport, signing, health } = parts;
  const services: ObservedServices = {
    config,
    dialect,
    clock,
    random,
    log,
    metrics,
    bidders,
    accounts: stores.accounts,
    stored: stores.stored,
    defaultRequest: stores.defaultRequest,
    bidCache: measuredCache(reportingCache(cache.bidCache, bus, clock), metrics, clock),
    rates: feeds.rates,
    floors: feeds.floors,
    vendorLists: feeds.vendorLists,
    transport,
    health,
    bus,
    geo: parts.geo,
    adsCert: signing.signer,
    previousAuctions: parts.previousAuctions,
    hooks: parts.hooks,
    version,
  };
  const refreshers = [...stores.refreshers, ...signing.refreshers];
  return { services, stores, cacheStore: cache.store, feeds, refreshers, ...lifecycleOf(parts) };
}

/** The start and the end of the parts. */
function lifecycleOf(parts: Parts): Pick<OpenServices, 'start' | 'closeConnections' | 'stop'> {
  const { feeds, geo, transport, foreign, cache, hooks, stores, signing, bus, previousAuctions } = parts;
  const { rates, floors, vendorLists } = feeds;
  return {
    start() {
      void rates.start();
      void vendorLists.start();
      void geo?.start();
    },
    closeConnections: () => Promise.all([transport.close(), foreign.close(), cache.store.close?.(), hooks?.close()]),
    stop: () => stopAll([rates, floors, vendorLists, stores, signing, bus, previousAuctions, geo]),
  };
}

function stopAll(parts: readonly ({ stop(): void } | { close(): void } | undefined)[]): void {
  for (const part of parts) if (part) 'stop' in part ? part.stop() : part.close();
}
