/** People who watch: taps, console and charts on the admin listener of a single process; in a cluster the primary has them. */
import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import type { EventBus } from '#streams/events.ts';
import { LocalSource } from '#streams/taps/source.ts';
import { makeGuard } from './admin/guard.ts';
import { registerWatching } from './admin/watching.ts';
import type { Services } from './auction/services.ts';
import { serveAsWorker } from './cluster/worker.ts';
import { recordingOf } from './replay/recording.ts';

export interface WatchersEnv {
  readonly demo: boolean;
  readonly publicOrigin: () => string | undefined;
}

/** Call before the admin listener opens. The result ends all watching. */
export function startWatchers(services: Services & { readonly bus: EventBus }, admin: FastifyInstance, env: WatchersEnv): () => void {
  const { config, bus, log, clock, version } = services;
  const source = new LocalSource({ bus, log, maxBodyBytes: config.taps.max_body_bytes, recordingOf });
  if (cluster.isWorker) return serveAsWorker(admin, source);
  return registerWatching(admin, { ...env, config, version, guard: makeGuard(config), clock, source, bus });
}
