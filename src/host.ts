/** The real parts of a host, made from its settings, started and stopped in order. */

import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { healthCourse } from '#machines/bidder-health.ts';
import { EventBus } from '#streams/events.ts';
import { HealthBook } from '#streams/health.ts';
import { LogWatch } from '#streams/log-watch.ts';
import { startRefreshing } from '#streams/refresh.ts';
import { registerCurrencyRates } from './admin/currency-rates.ts';
import { registerPublicEndpoints } from './admin/endpoints.ts';
import { makePublicGuard } from './admin/guard.ts';
import { registerLogControl } from './admin/log-control.ts';
import { LogLevels, levelled } from './admin/log-levels.ts';
import { makeAdminServer } from './admin/server.ts';
import { registerStoredData } from './admin/stored-data.ts';
import { publicApp, stages } from './app.ts';
import type { Services } from './auction/services.ts';
import type { AdapterEnv } from './bidders/bidder.ts';
import { type BidderRegistry, enabledCodes, findDefinitions, makeRegistry } from './bidders/registry.ts';
import { openCache } from './cache/open.ts';
import { toldCache } from './cache/told.ts';
import { tellReady } from './cluster/worker.ts';
import { ConfigError } from './config/load.ts';
import type { HostConfig } from './config/schema.ts';
import { demoBidder } from './demo/bidder.ts';
import { demoStore } from './demo/stored.ts';
import { chooseDialect } from './dialect/choose.ts';
import { Admission } from './http/admission.ts';
import { originOf } from './http/origin.ts';
import { AuctionCounts } from './metrics/auctions.ts';
import { measuredCache } from './metrics/bid-cache.ts';
import { findModules, openHooks } from './modules/registry.ts';
import { geoscopesOf } from './modules/rule-engine/geoscopes.ts';
import { startObservers } from './observers.ts';
import { trustCertificates } from './outside/certificates.ts';
import { systemClock } from './outside/clock.ts';
import { fetchText } from './outside/fetch-text.ts';
import { FetchedFloors } from './outside/floors-source.ts';
import { openGeo } from './outside/geo.ts';
import { PoolTransport } from './outside/http.ts';
import type { Log } from './outside/log.ts';
import { MetricsRegistry } from './outside/metrics.ts';
import { PartStatuses } from './outside/part-status.ts';
import { systemRandom } from './outside/random.ts';
import { FetchedRates } from './outside/rates.ts';
import { clusterSiblings } from './outside/siblings.ts';
import { FetchedVendorLists } from './outside/vendor-lists.ts';
import { probesOf } from './probes.ts';
import { createAdapterEnv } from './replay/adapter-env.ts';
import { openSigner } from './signer.ts';
import { openStores } from './stores/open.ts';
import { syncersOf } from './sync/host.ts';
import { warmUp } from './warm-up.ts';
import { startWatchers } from './watchers.ts';
import { errorMessage } from './wire/error-message.ts';

export interface Host {
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly admin: FastifyInstance;
  /** Opens both listeners; the ports they got. In a cluster the primary has the admin port. */
  listen(): Promise<{ port: number; adminPort: number }>;
  /** Stops taking new requests, lets live auctions finish within `graceMs`, ends everything else. */
  stop(graceMs: number): Promise<void>;
}

export interface HostOptions {
  /** Brings the demo bidder and its stored data. */
  readonly demo: boolean;
}

const packageFile = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string };

export const { version } = packageFile;

/** 0: it listens at a socket's file, or not at all. */
function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

/** ms a last answer may take to leave, once its auction is over. */
const LAST_WORDS_MS = 500;

/** Ends connections clients keep open: idle ones at once, those still being written to a little later. */
async function hangUp(app: FastifyInstance, closing: Promise<unknown>): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20);
  const last = setTimeout(() => app.server.closeAllConnections(), LAST_WORDS_MS);
  await closing;
  clearInterval(idle);
  clearTimeout(last);
}

/** A setting a bidder cannot work with, or be synced by, stops the start like any other wrong setting. */
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

/** Makes all parts; nothing listens yet. */
export async function makeHost(config: HostConfig, log: Log, { demo }: HostOptions): Promise<Host> {
  const revision = process.env['AUCTOR_REVISION'] ?? '';
  trustCertificates(config.certificates_file);
  const [clock, random, metrics, bus] = [systemClock, systemRandom, new MetricsRegistry(), new EventBus()];
  const env = { clock, log, fetchText, metrics };
  const definitions = [...(await findDefinitions()), ...(demo ? [demoBidder] : [])];
  const adapterEnv = createAdapterEnv(clock, random, packageFile.version);
  const stores = await openStores(config, clock, log, demo ? [demoStore()] : [], { metrics, random });
  const [rates, floors, vendorLists] = [
    new FetchedRates(config.currency_converter, env),
    new FetchedFloors(config.price_floors.fetcher, env),
    new FetchedVendorLists(config.gdpr, { ...env, metrics }),
  ];
  const transport = new PoolTransport(config.http_client, config.rules.followRedirects);
  const cache = await openCache(config, { clock, random, log, metrics, siblings: clusterSiblings });
  const bidders = registryOf(definitions, config, adapterEnv);
  const signing = openSigner(config, bidders, clock);
  const services: Services & { bus: EventBus; metrics: MetricsRegistry } = {
    config,
    dialect: chooseDialect(config),
    clock,
    random,
    log,
    metrics,
    bidders,
    accounts: stores.accounts,
    stored: stores.stored,
    defaultRequest: stores.defaultRequest,
    bidCache: measuredCache(toldCache(cache.bidCache, bus, clock), metrics, clock),
    rates,
    floors,
    vendorLists,
    transport,
    health: new HealthBook(config.http_client, { random, metrics, log, course: healthCourse, bidders: enabledCodes(bidders) }),
    bus,
    geo: await openGeo(config, { metrics, log }),
    adsCert: signing.signer,
    hooks: await openHooks(config, await findModules(), { clock, random, log, geoscopes: geoscopesOf(bidders) }, metrics),
    version: packageFile.version,
  };
  const admission = new Admission(config.admission, metrics);
  const parts = new PartStatuses(probesOf(services, stores), clock);
  const app = publicApp({ services, stages, admission, counts: new AuctionCounts(services) }, revision, cache.store, () => parts.all);
  const admin = makeAdminServer(services, revision);
  const observers = await startObservers(services, app, admin);
  const publicOrigin = (): string | undefined => (app.server.listening ? originOf(config.host, portOf(app)) : undefined);
  const stopWatching = startWatchers(services, admin, { demo, publicOrigin });
  const stopHearing = registerStoredData(admin, app, { ...stores, siblings: clusterSiblings, log, publicGuard: makePublicGuard(config) });
  registerPublicEndpoints(app, admin, config);
  registerCurrencyRates(admin, rates);
  const watch = new LogWatch({ bus, log, clock, maxBodyBytes: config.taps.max_body_bytes });
  const stopLogControl = registerLogControl(admin, {
    watch,
    levels: new LogLevels(levelled(log), clock),
    siblings: clusterSiblings,
    limits: config.logging,
  });
  let stopRefreshing = (): void => {};
  return {
    services,
    app,
    admin,
    async listen() {
      void rates.start();
      void vendorLists.start();
      const refreshing = await startRefreshing([...stores.refreshers, ...signing.refreshers, ...parts.looks], { clock, log, metrics });
      stopRefreshing = () => refreshing.unsubscribe();
      await warmUp(services);
      await app.listen(config.unix_socket_enable ? { path: config.unix_socket_name } : { host: config.host, port: config.port });
      await observers.listen();
      if (cluster.isWorker) {
        tellReady(portOf(app));
        return { port: portOf(app), adminPort: 0 };
      }
      if (config.admin.enabled) await admin.listen({ host: config.admin_host, port: config.admin_port });
      return { port: portOf(app), adminPort: portOf(admin) };
    },
    async stop(graceMs) {
      stopRefreshing();
      stopHearing();
      stopWatching();
      stopLogControl();
      const closing = app.close();
      const endAt = clock.now() + graceMs;
      await admission.idle(graceMs);
      await hangUp(app, closing);
      await observers.stop(Math.max(LAST_WORDS_MS, endAt - clock.now()));
      await Promise.all([admin.close(), transport.close(), cache.store.close?.()]);
      for (const part of [rates, floors, vendorLists, stores, signing, bus, admission]) 'stop' in part ? part.stop() : part.close();
    },
  };
}
