/** Those who watch the host without having a say: metrics, analytics, traces. Made from the settings, stopped after the last auction. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { startAnalytics } from '#streams/analytics.ts';
import type { EventBus } from '#streams/events.ts';
import { startTraces } from '#streams/traces.ts';
import { registerMetrics } from './admin/metrics.ts';
import { createModules, findAnalytics } from './analytics/registry.ts';
import type { Services } from './auction/services.ts';
import { watchConnections } from './metrics/bidder-connections.ts';
import { countConnections } from './metrics/connections.ts';
import { Exposition } from './metrics/exposition.ts';
import { watchProcess } from './metrics/process.ts';
import { countReplies } from './metrics/replies.ts';
import { createScrapeServer, type ScrapeServer } from './metrics/scrape-server.ts';
import { alone, ClusterShots } from './metrics/workers.ts';
import { fetchText } from './outside/fetch-text.ts';
import type { MetricsRegistry } from './outside/metrics.ts';
import { createPoster } from './outside/post.ts';
import { clusterSiblings } from './outside/siblings.ts';

export interface Observers {
  /** Opens the scrapers' own listener, where there is one; its port. */
  listen(): Promise<number | undefined>;
  /** Sends what pipelines still hold within `graceMs`, ends everything. */
  stop(graceMs: number): Promise<void>;
}

type ObservedServices = Services & { readonly bus: EventBus; readonly metrics: MetricsRegistry };

/** Starts watching; call before the apps listen. @throws ConfigError where a module cannot work with its options */
export async function startObservers(services: ObservedServices, app: FastifyInstance, admin: FastifyInstance): Promise<Observers> {
  const { config, metrics, clock, random, log, version } = services;
  const poster = createPoster();
  const env = { clock, random, log, post: poster.post, fetchText, version, variant: config.variant };
  const analytics = startAnalytics(createModules(await findAnalytics(), config, env), services, clusterSiblings);
  const traces = startTraces(services, poster.post);
  const workers = workersOf(services);
  const exposition = new Exposition(config.metrics, metrics, workers);
  registerMetrics(admin, exposition);
  countReplies(app, metrics);
  countConnections(app.server, metrics);
  const unwatch = [watchProcess(metrics), watchConnections(services.bidders.all.values(), config.metrics.disabled_metrics, metrics, clock)];
  const scrapes = scrapeServer(services, exposition);
  return {
    listen: async () => scrapes?.listen(config.admin_host, config.metrics.prometheus.port),
    async stop(graceMs) {
      await Promise.all([analytics.stop(graceMs), traces?.stop(graceMs), scrapes?.close()]);
      for (const end of unwatch) end();
      if (workers instanceof ClusterShots) workers.stop();
      await poster.close();
    },
  };
}

function workersOf({ config, metrics, clock }: ObservedServices): typeof alone | ClusterShots {
  if (!cluster.isWorker) return alone;
  const count = config.workers === 0 ? availableParallelism() : config.workers;
  return new ClusterShots(String(cluster.worker?.id ?? 0), count - 1, clusterSiblings, metrics, clock);
}

function scrapeServer({ config }: Services, exposition: Exposition): ScrapeServer | undefined {
  const { port, timeout_ms } = config.metrics.prometheus;
  return port === 0 ? undefined : createScrapeServer(() => exposition.text(), timeout_ms);
}
