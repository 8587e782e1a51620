/** The live views of a single process: taps, console and charts on its admin listener. In a cluster the primary has them. */
import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import { makeGuard } from '#src/admin/guard.ts';
import { registerLiveViews } from '#src/admin/live-views.ts';
import type { Services } from '#src/auction/services.ts';
import { serveAsWorker } from '#src/cluster/worker.ts';
import { recordingOf } from '#src/replay/recording.ts';
import { LocalSource } from '#src/taps/source.ts';
import type { EventBus } from '#streams/events.ts';
import { rollups } from '#streams/rollups.ts';

export interface ViewOptions {
  readonly demo: boolean;
  readonly publicOrigin: () => string | undefined;
}

/** Call before the admin listener opens. A worker sends its events to the primary instead. @returns ends the views */
export function startLiveViews(services: Services & { readonly bus: EventBus }, admin: FastifyInstance, env: ViewOptions): () => void {
  const { config, bus, log, clock, version } = services;
  const source = new LocalSource({
    bus,
    log,
    maxBodyBytes: config.taps.max_body_bytes,
    recordingOf,
    rollups: rollups(bus, clock, config.taps.rollups),
  });
  if (cluster.isWorker) return serveAsWorker(admin, source);
  return registerLiveViews(admin, { ...env, config, version, guard: makeGuard(config), clock, source, bus });
}
