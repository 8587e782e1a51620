/** The services of a host, built from its settings, started and stopped in order. */

import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { healthTransitions } from '#machines/bidder-health.ts';
import { FetchedVendorLists } from '#machines/vendor-lists.ts';
import { registerCurrencyRates } from '#src/admin/currency-rates.ts';
import { registerPublicEndpoints } from '#src/admin/endpoints.ts';
import { makePublicGuard } from '#src/admin/guard.ts';
import { listenAdmin } from '#src/admin/listen.ts';
import { registerLogControl } from '#src/admin/log-control.ts';
import { LogLevels, levelled } from '#src/admin/log-levels.ts';
import { LogObserver } from '#src/admin/log-observer.ts';
import { registerOpenApi } from '#src/admin/openapi/register.ts';
import { registerRules } from '#src/admin/rules.ts';
import { makeAdminServer } from '#src/admin/server.ts';
import { registerStoredData } from '#src/admin/stored-data.ts';
import { FetchedFloors } from '#src/auction/floors/provider.ts';
import type { Services } from '#src/auction/services.ts';
import type { AdapterEnv } from '#src/bidders/bidder.ts';
import { readCatalogue } from '#src/bidders/catalogue.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import { type BidderRegistry, enabledCodes, makeRegistry } from '#src/bidders/registry.ts';
import { openCache } from '#src/cache/open.ts';
import { reportingCache } from '#src/cache/reporting-cache.ts';
import { reportReady } from '#src/cluster/worker.ts';
import { clusterPeers } from '#src/cluster/worker-peers.ts';
import { ConfigError } from '#src/config/config-error.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { demoBidder } from '#src/demo/bidder.ts';
import { demoStore } from '#src/demo/stored.ts';
import { chooseDialect } from '#src/dialect/choose.ts';
import { openGeo } from '#src/feeds/geo.ts';
import { FetchedRates } from '#src/feeds/rates.ts';
import { Admission } from '#src/http/admission.ts';
import { reportAdmission } from '#src/http/admission-report.ts';
import { prepareListeners } from '#src/http/listeners.ts';
import { originOf } from '#src/http/origin.ts';
import { Readiness, registerProbes } from '#src/http/probes.ts';
import { watchCertificate } from '#src/http/tls.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import { measuredCache } from '#src/metrics/bid-cache.ts';
import { findModules, openHooks } from '#src/modules/registry.ts';
import { trustCertificates } from '#src/net/certificates.ts';
import { fetchBody, publicFetch } from '#src/net/fetch-body.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { systemRandom } from '#src/platform/random.ts';
import { shrinkHeap } from '#src/platform/shrink-heap.ts';
import { createAdapterEnv } from '#src/replay/adapter-env.ts';
import { moduleEnv } from '#src/replay/module-env.ts';
import { openStores } from '#src/stores/open.ts';
import { openPreviousAuctions } from '#src/stores/previous-auctions/open.ts';
import { syncersOf } from '#src/sync/host.ts';
import { EventBus } from '#streams/events.ts';
import { startRefreshing } from '#streams/refresh.ts';
import { publicApp, stages } from './app.ts';
import { DependencyStatuses } from './dependency-status.ts';
import { FINAL_FLUSH_MS, hangUp } from './hang-up.ts';
import { startObservability } from './observability.ts';
import { startObservers } from './observers.ts';
import { preloadAdapters } from './preload.ts';
import { healthChecksOf } from './probes.ts';
import { openSigner } from './signer.ts';
import { openTransport } from './transport.ts';
import { warmUp } from './warm-up.ts';

export interface Host {
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly admin: FastifyInstance;
  /** Opens both listeners; returns their ports. In a cluster the primary has the admin port. */
  listen(): Promise<{ port: number; adminPort: number }>;
  /** Reports that it is not ready, serves requests for another `delayMs`, then closes the public listener. */
  drain(delayMs: number): Promise<void>;
  /** Rejects new requests, lets auctions in flight end within `graceMs`, then ends everything else. */
  stop(graceMs: number): Promise<void>;
}

export interface HostOptions {
  /** Includes the demo bidder and its stored data. */
  readonly demo: boolean;
  /** Nothing else runs in this process: its memory may be collected before the host is ready. */
  readonly ownProcess?: boolean;
}

const packageFile = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };

export const { version } = packageFile;

/** 0: it listens on a socket file, or not at all. */
function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

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

/** Builds all services; does not listen yet. */
export async function makeHost(config: HostConfig, log: Log, { demo, ownProcess = false }: HostOptions): Promise<Host> {
  const revision = process.env['AUCTOR_REVISION'] ?? '';
  trustCertificates(config.certificates_file);
  const [clock, random, metrics, bus] = [systemClock, systemRandom, new MetricsRegistry(), new EventBus()];
  const env = { clock, log, fetchBody, metrics };
  const foreign = publicFetch(config.http_client);
  const definitions = [...readCatalogue(), ...(demo ? [demoBidder] : [])];
  const adapterEnv = createAdapterEnv(clock, random, packageFile.version);
  const dialect = chooseDialect(config);
  const stores = await openStores(config, clock, log, demo ? [demoStore()] : [], { dialect: dialect.stores, metrics, random });
  const [rates, floors, vendorLists] = [
    new FetchedRates(config.currency_converter, env),
    new FetchedFloors(config.price_floors.fetcher, {
      ...env,
      fetchForeign: foreign.fetchBody,
      ownUrl: config.account_defaults.price_floors.fetch.url,
    }),
    new FetchedVendorLists(config.gdpr, {
      ...env,
      random,
      peers: clusterPeers,
      folder: config.data_dir && join(config.data_dir, 'vendor-lists'),
    }),
  ];
  const cache = await openCache(config, { clock, random, log, metrics, dialect, peers: clusterPeers });
  const bidders = registryOf(definitions, config, adapterEnv);
  const transport = openTransport(config, bidders, env);
  const geo = await openGeo(config, env);
  const previousAuctions = openPreviousAuctions(config, { clock, log, peers: clusterPeers });
  const signing = openSigner(config, bidders, clock);
  const services: Services & { bus: EventBus; metrics: MetricsRegistry } = {
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
    rates,
    floors,
    vendorLists,
    transport,
    health: new HealthTracker(config.http_client, { random, metrics, log, transitions: healthTransitions, bidders: enabledCodes(bidders) }),
    bus,
    geo,
    adsCert: signing.signer,
    previousAuctions,
    hooks: await openHooks(
      config,
      await findModules(config.hooks.paths),
      moduleEnv({ clock, random, log }, bidders, transport, config),
      metrics,
    ),
    version: packageFile.version,
  };
  const admission = new Admission(config.admission, reportAdmission(services));
  const parts = new DependencyStatuses(healthChecksOf(services, stores), clock);
  const app = publicApp({ services, stages, admission, counts: new AuctionCounts(services) }, revision, cache.store, () => parts.all);
  const admin = makeAdminServer(services, revision);
  const [readiness, listeners] = [new Readiness(), prepareListeners(app, config, cluster.isWorker)];
  for (const each of [app, admin]) registerProbes(each, readiness);
  registerOpenApi(admin, app, config, packageFile.version);
  const observers = await startObservers(services, app, admin);
  const publicOrigin = (): string | undefined => (app.server.listening ? originOf(config.host, portOf(app)) : undefined);
  const stopObserving = startObservability(services, admin, { demo, publicOrigin });
  const stopListening = registerStoredData(admin, app, { ...stores, peers: clusterPeers, log, publicGuard: makePublicGuard(config) });
  registerPublicEndpoints(app, admin, config);
  registerCurrencyRates(admin, rates);
  registerRules(admin, services);
  const observe = new LogObserver({ bus, log, clock, maxBodyBytes: config.taps.max_body_bytes });
  const stopLogControl = registerLogControl(admin, {
    observe,
    levels: new LogLevels(levelled(log), clock),
    peers: clusterPeers,
    limits: config.logging,
  });
  let stopRefreshing = (): void => {};
  let stopWatching = (): void => {};
  let stopPreloading = (): void => {};
  return {
    services,
    app,
    admin,
    async listen() {
      void rates.start();
      void vendorLists.start();
      void geo?.start();
      const refreshing = await startRefreshing([...stores.refreshers, ...signing.refreshers, ...parts.refreshers], { clock, log, metrics });
      stopRefreshing = () => refreshing.unsubscribe();
      await warmUp(services);
      // Without a vendor list the first auctions with consent would be denied (decisions row 51).
      await vendorLists.ready();
      if (ownProcess) shrinkHeap();
      await listeners.open();
      stopWatching = config.tls.cert === '' ? stopWatching : watchCertificate(app.server, config.tls, log);
      await observers.listen();
      readiness.ready();
      stopPreloading = preloadAdapters(bidders, clock);
      if (cluster.isWorker) {
        reportReady(portOf(app));
        return { port: portOf(app), adminPort: 0 };
      }
      await listenAdmin(admin, config);
      return { port: portOf(app), adminPort: portOf(admin) };
    },
    async drain(delayMs) {
      readiness.stopping();
      listeners.drain();
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await listeners.stopAccepting();
    },
    async stop(graceMs) {
      stopPreloading();
      stopRefreshing();
      stopWatching();
      stopListening();
      stopObserving();
      stopLogControl();
      const closing = app.close();
      const endAt = clock.now() + graceMs;
      await admission.idle(graceMs);
      await hangUp(app, closing);
      await observers.stop(Math.max(FINAL_FLUSH_MS, endAt - clock.now()));
      await Promise.all([admin.close(), transport.close(), foreign.close(), cache.store.close?.(), services.hooks?.close()]);
      for (const part of [rates, floors, vendorLists, stores, signing, bus, admission, previousAuctions, geo])
        part && ('stop' in part ? part.stop() : part.close());
    },
  };
}
