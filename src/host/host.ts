/** A host: its services behind its listeners, started and stopped in order. */
import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
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
import type { Services } from '#src/auction/services.ts';
import { reportReady } from '#src/cluster/worker.ts';
import { clusterPeers } from '#src/cluster/worker-peers.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { Admission } from '#src/http/admission.ts';
import { reportAdmission } from '#src/http/admission-report.ts';
import { prepareListeners } from '#src/http/listeners.ts';
import { originOf } from '#src/http/origin.ts';
import { Readiness, registerProbes } from '#src/http/probes.ts';
import { watchCertificate } from '#src/http/tls.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import { trustCertificates } from '#src/net/certificates.ts';
import type { Log } from '#src/platform/log.ts';
import { shrinkHeap } from '#src/platform/shrink-heap.ts';
import { startRefreshing } from '#streams/refresh.ts';
import { publicApp, stages } from './app.ts';
import { DependencyStatuses } from './dependency-status.ts';
import { FINAL_FLUSH_MS, hangUp } from './hang-up.ts';
import { healthChecksOf } from './health-checks.ts';
import { startLiveViews } from './live-views.ts';
import { type Observers, startObservers } from './observers.ts';
import { preloadAdapters } from './preload.ts';
import { type OpenServices, openServices, version } from './services.ts';
import { warmUp } from './warm-up.ts';

/** A complete host, which does not listen yet. */
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

/** 0: it listens on a socket file, or not at all. */
function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

/** What a host starts and stops. */
interface Parts {
  readonly opened: OpenServices;
  readonly app: FastifyInstance;
  readonly admin: FastifyInstance;
  readonly admission: Admission;
  readonly dependencies: DependencyStatuses;
  readonly readiness: Readiness;
  readonly listeners: ReturnType<typeof prepareListeners>;
  readonly observers: Observers;
  readonly ownProcess: boolean;
  /** Ends what was started; the last first. */
  readonly stops: (() => void)[];
}

/** Builds all services; does not listen yet. */
export async function makeHost(config: HostConfig, log: Log, { demo, ownProcess = false }: HostOptions): Promise<Host> {
  const revision = process.env['AUCTOR_REVISION'] ?? '';
  trustCertificates(config.certificates_file);
  const opened = await openServices(config, log, demo);
  const { services, stores } = opened;
  const admission = new Admission(config.admission, reportAdmission(services));
  const dependencies = new DependencyStatuses(healthChecksOf(services, stores), services.clock);
  const counts = new AuctionCounts(services);
  const app = publicApp({ services, stages, admission, counts }, revision, opened.cacheStore, () => dependencies.all);
  const admin = makeAdminServer(services, revision);
  const [readiness, listeners] = [new Readiness(), prepareListeners(app, config, cluster.isWorker)];
  for (const each of [app, admin]) registerProbes(each, readiness);
  registerOpenApi(admin, app, config, version);
  const observers = await startObservers(services, app, admin);
  const stops = registerAdminEndpoints(opened, app, admin, demo);
  const parts: Parts = { opened, app, admin, admission, dependencies, readiness, listeners, observers, ownProcess, stops };
  return {
    services,
    app,
    admin,
    listen: () => listen(parts),
    drain: (delayMs) => drain(parts, delayMs),
    stop: (graceMs) => stop(parts, graceMs),
  };
}

/** Registers the admin endpoints and those that settings move to the public listener. @returns what ends them */
function registerAdminEndpoints({ services, stores, feeds }: OpenServices, app: FastifyInstance, admin: FastifyInstance, demo: boolean) {
  const { config, log, bus, clock } = services;
  const publicOrigin = (): string | undefined => (app.server.listening ? originOf(config, portOf(app)) : undefined);
  const stopViews = startLiveViews(services, admin, { demo, publicOrigin });
  const stopListening = registerStoredData(admin, app, { ...stores, peers: clusterPeers, log, publicGuard: makePublicGuard(config) });
  registerPublicEndpoints(app, admin, config);
  registerCurrencyRates(admin, feeds.rates);
  registerRules(admin, services);
  const stopLogControl = registerLogControl(admin, {
    observe: new LogObserver({ bus, log, clock, maxBodyBytes: config.taps.max_body_bytes }),
    levels: new LogLevels(levelled(log), clock),
    peers: clusterPeers,
    limits: config.logging,
  });
  return [stopViews, stopListening, stopLogControl];
}

async function listen({ opened, app, admin, dependencies, readiness, listeners, observers, ownProcess, stops }: Parts) {
  const { services, feeds } = opened;
  const { config, log, clock, bidders } = services;
  opened.start();
  const refreshing = await startRefreshing([...opened.refreshers, ...dependencies.refreshers], services);
  stops.push(() => refreshing.unsubscribe());
  await warmUp(services);
  // Without a vendor list the first auctions with consent would be denied (decisions row 51).
  await feeds.vendorLists.ready();
  if (ownProcess) shrinkHeap();
  // The public listener last: its clients are not affected if another one cannot be opened.
  if (!cluster.isWorker) await listenAdmin(admin, config);
  await observers.listen();
  await listeners.open();
  if (config.tls.cert !== '') stops.push(watchCertificate(app.server, config.tls, log));
  readiness.ready();
  stops.push(preloadAdapters(bidders, clock));
  if (cluster.isWorker) reportReady(portOf(app));
  return { port: portOf(app), adminPort: portOf(admin) };
}

async function drain({ readiness, listeners }: Parts, delayMs: number): Promise<void> {
  readiness.stopping();
  listeners.drain();
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await listeners.stopAccepting();
}

async function stop({ opened, app, admin, admission, observers, stops }: Parts, graceMs: number): Promise<void> {
  const { clock } = opened.services;
  for (const end of stops.reverse()) end();
  const closing = app.close();
  const endAt = clock.now() + graceMs;
  await admission.idle(graceMs);
  await hangUp(app, closing);
  await observers.stop(Math.max(FINAL_FLUSH_MS, endAt - clock.now()));
  await Promise.all([admin.close(), opened.closeConnections()]);
  opened.stop();
  admission.stop();
}
