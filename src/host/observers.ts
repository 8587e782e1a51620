/** Observability of the host: metrics, analytics, traces. Built from the settings, stopped after the last auction. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { registerMetrics } from '#src/admin/metrics.ts';
import { createModules, findAnalytics } from '#src/analytics/registry.ts';
import type { Services } from '#src/auction/services.ts';
import { startWorkerMetrics, type WorkerMetrics } from '#src/cluster/worker-figures.ts';
import { clusterPeers } from '#src/cluster/worker-peers.ts';
import { observeEarly } from '#src/http/early.ts';
import { httpLimits } from '#src/http/server.ts';
import { observeConnections } from '#src/metrics/bidder-connections.ts';
import { countConnections } from '#src/metrics/connections.ts';
import { Exposition } from '#src/metrics/exposition.ts';
import { countHttpResponses } from '#src/metrics/http-responses.ts';
import { observeProcess } from '#src/metrics/process.ts';
import { createScrapeServer, type ScrapeServer } from '#src/metrics/scrape-server.ts';
import { fetchBody } from '#src/net/fetch-body.ts';
import { createPoster } from '#src/net/post.ts';
import type { MetricsRegistry } from '#src/platform/metrics.ts';
import { startMetricExport } from '#src/tracing/metric-export.ts';
import { startTraces } from '#src/tracing/traces.ts';
import { startAnalytics } from '#streams/analytics.ts';
import type { EventBus } from '#streams/events.ts';
import { startRollupMetrics } from '#streams/rollup-metrics.ts';

export interface Observers {
  /** Opens the separate listener for scrapers, if configured; returns its port. */
  listen(): Promise<number | undefined>;
  /** Sends the remaining data of pipelines within `graceMs`, then ends everything. */
  stop(graceMs: number): Promise<void>;
}

export type ObservedServices = Services & { readonly bus: EventBus; readonly metrics: MetricsRegistry };

/** Starts all observers; call it before the apps listen. @throws ConfigError if a module rejects its options */
export async function startObservers(services: ObservedServices, app: FastifyInstance, admin: FastifyInstance): Promise<Observers> {
  const { config, metrics, clock, random, log, version } = services;
  const poster = createPoster();
  const env = { clock, random, log, post: poster.post, fetchBody, version, rules: config.rules };
  const analytics = startAnalytics(createModules(await findAnalytics(), config, env), services, clusterPeers);
  const traces = startTraces(services, poster.post);
  const exported = startMetricExport(services, poster.post);
  const allMetrics = metricsOfAll(services);
  const exposition = new Exposition(config.metrics, allMetrics.read);
  registerMetrics(admin, exposition);
  const countResponse = countHttpResponses(app, metrics);
  observeEarly(app, ({ path, status }) => countResponse(path, status));
  countConnections(app.server, metrics);
  const stopObserving = [
    observeProcess(metrics),
    observeConnections(services.bidders.all.values(), config.metrics.disabled_metrics, metrics, clock),
  ];
  if (config.metrics.rollups.enabled) {
    const env = { bus: services.bus, clock, metrics, peers: clusterPeers, worker: workerName() };
    stopObserving.push(startRollupMetrics(config.metrics.rollups, env));
  }
  const scrapes = scrapeServer(services, exposition);
  return {
    listen: async () => scrapes?.listen(config[config.metrics.prometheus.address], config.metrics.prometheus.port),
    async stop(graceMs) {
      await Promise.all([analytics.stop(graceMs), traces?.stop(graceMs), scrapes?.close()]);
      await exported?.stop();
      allMetrics.stop();
      for (const end of stopObserving) end();
      await poster.close();
    },
  };
}

const workerName = (): string => String(cluster.worker?.id ?? 0);

/** Metrics of this process, or of all workers. */
function metricsOfAll({ config, metrics }: ObservedServices): WorkerMetrics {
  if (!cluster.isWorker) return { read: async () => metrics.read(), stop() {} };
  const count = config.workers === 0 ? availableParallelism() : config.workers;
  return startWorkerMetrics(metrics, { label: count > 1 ? workerName() : undefined, timeoutMs: config.worker_timeouts.metrics_ms });
}

function scrapeServer({ config }: Services, exposition: Exposition): ScrapeServer | undefined {
  const { port, timeout_ms } = config.metrics.prometheus;
  return port === 0 ? undefined : createScrapeServer((accept) => exposition.expose(accept), timeout_ms, httpLimits(config));
}
