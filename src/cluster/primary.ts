/** The primary of a cluster: starts and restarts workers, and serves the admin listener for all of them. */
import cluster, { type Worker } from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { makeGuard } from '#src/admin/guard.ts';
import { listenAdmin } from '#src/admin/listen.ts';
import { registerLiveViews } from '#src/admin/live-views.ts';
import { makeGuardedServer } from '#src/admin/server.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { checkListeners } from '#src/http/listeners.ts';
import { originOf } from '#src/http/origin.ts';
import { registerProbes } from '#src/http/probes.ts';
import { EndedWorkers } from '#src/metrics/ended-workers.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { LocalSource } from '#src/taps/source.ts';
import { EventBus } from '#streams/events.ts';
import { Figures, type FiguresWorker } from './figures.ts';
import { marked } from './messages.ts';
import { Relay } from './relay.ts';
import { ClusterSource } from './source.ts';
import { type RestartEnd, WorkerPool } from './worker-pool.ts';

export interface PrimaryOptions {
  readonly workers: number;
  readonly demo: boolean;
  readonly version: string;
  /** Flags for Node that the workers get in addition to this process's own. */
  readonly nodeFlags: readonly string[];
  /** Environment of the workers, merged over this process's own. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Primary {
  readonly adminPort: number;
  /** The public port, once every worker accepts requests. Rejects with `StartFailure`. */
  readonly ready: Promise<number>;
  /** Replaces the workers one by one. */
  restart(workers: number): Promise<RestartEnd>;
  /** Orders workers to serve for another `delayMs`, complete requests in flight and exit; settles when all have. */
  stop(delayMs: number): Promise<void>;
}

const figuresWorker = (worker: Worker): FiguresWorker => ({ id: worker.id, send: (message) => worker.send(marked(message)) });

/** Events of all workers and of the primary itself, and the pool that delivers them. */
function openPool(log: Log, config: HostConfig, { workers, environment }: PrimaryOptions) {
  const bus = new EventBus();
  const local = new LocalSource({ bus, log, maxBodyBytes: config.taps.max_body_bytes, recordingOf: () => undefined });
  const source = new ClusterSource(
    local,
    (all) => {
      for (const worker of pool.ready) worker.send(marked({ type: 'subscribe', all }));
    },
    () => systemClock.now(),
  );
  const relay = new Relay(() =>
    pool.lasting.map((worker) => ({ worker: worker.id, call: (id, call) => worker.send(marked({ type: 'call', id, call })) })),
  );
  const figures = new Figures(() => pool.ready.map(figuresWorker), new EndedWorkers(config.metrics), systemClock);
  const report = (action: string, details: object): void => {
    if (bus.hasSubscribers('admin')) bus.publish({ v: 1, kind: 'admin', at: systemClock.now(), data: { action, ...details } });
  };
  const pool: WorkerPool = new WorkerPool({ count: workers, environment, heartbeat: config.worker_heartbeat }, log, {
    onMessage(message, worker) {
      if (message.type === 'events') source.take(message, worker.id);
      else if (message.type === 'response') relay.onResponse(message.id, message.response);
      else figures.onMessage(message, figuresWorker(worker));
    },
    onReady(worker) {
      if (source.all.length > 0) worker.send(marked({ type: 'subscribe', all: source.all }));
      report('worker ready', { worker: worker.id });
    },
    onEnded(worker) {
      relay.onEnded(worker);
      figures.onEnded(worker);
    },
    report,
  });
  return { bus, source, relay, pool };
}

/** Opens the admin listener and starts workers. Rejects if a listener cannot be opened. */
export async function startPrimary(config: HostConfig, log: Log, options: PrimaryOptions): Promise<Primary> {
  await checkListeners(config);
  // Serialized events are copied unchanged instead of being escaped into JSON again.
  cluster.setupPrimary({ serialization: 'advanced', execArgv: [...process.execArgv, ...options.nodeFlags] });
  const { bus, source, relay, pool } = openPool(log, config, options);
  const guard = makeGuard(config);
  const admin = makeGuardedServer(guard, config);
  const stopObserving = registerLiveViews(admin, {
    config,
    ...options,
    guard,
    clock: systemClock,
    source,
    bus,
    publicOrigin: () => (pool.port === undefined ? undefined : originOf(config, pool.port)),
    describe: () => ({ workers: pool.ready.length }),
  });
  registerProbes(admin, pool);
  relay.register(admin);
  await listenAdmin(admin, config);
  return {
    adminPort: (admin.server.address() as Partial<AddressInfo> | null)?.port ?? 0,
    ready: pool.start(),
    restart: (workers) => pool.restart(workers),
    async stop(delayMs) {
      await pool.stop(delayMs);
      stopObserving();
      await admin.close();
    },
  };
}
