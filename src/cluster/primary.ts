/** The primary of a cluster: restarts workers, and serves the admin listener for all of them. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeGuard } from '#src/admin/guard.ts';
import { registerObservability } from '#src/admin/observability.ts';
import { makeGuardedServer } from '#src/admin/server.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { originOf } from '#src/http/origin.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { LocalSource } from '#src/taps/source.ts';
import { EventBus } from '#streams/events.ts';
import { marked, type ToPrimary, unmarked } from './messages.ts';
import { Relay } from './relay.ts';
import { ClusterSource, type ShareSubscriptions } from './source.ts';
import { forward } from './worker-peers.ts';

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
  /** The public port, once every worker accepts requests. */
  readonly ready: Promise<number>;
  /** Tells workers to complete requests in flight and exit; settles when all have. */
  stop(): Promise<void>;
}

/** A worker that dies within this time of its start is restarted only after as long. */
const SOON_MS = 1000;

class WorkerPool {
  readonly bus = new EventBus();
  readonly source: ClusterSource;
  readonly relay: Relay;
  readonly #ready = new Map<number, Worker>();
  readonly #log: Log;
  readonly #options: PrimaryOptions;
  readonly #live = new Set<Worker>();
  #onReady: ((port: number) => void) | undefined;
  #port: number | undefined;
  #stopping = false;

  constructor(log: Log, config: HostConfig, options: PrimaryOptions) {
    this.#log = log;
    this.#options = options;
    const local = new LocalSource({ bus: this.bus, log, maxBodyBytes: config.taps.max_body_bytes, recordingOf: () => undefined });
    const shareSubscriptions: ShareSubscriptions = (all) => {
      for (const worker of this.#ready.values()) worker.send(marked({ type: 'subscribe', all }));
    };
    this.source = new ClusterSource(local, shareSubscriptions, () => systemClock.now());
    this.relay = new Relay(() =>
      [...this.#ready.values()].map((worker) => ({ call: (id, call) => worker.send(marked({ type: 'call', id, call })) })),
    );
  }

  get port(): number | undefined {
    return this.#port;
  }

  get size(): number {
    return this.#ready.size;
  }

  /** Starts all; resolves with the public port when every worker accepts requests. */
  start(): Promise<number> {
    return new Promise((resolve) => {
      this.#onReady = resolve;
      for (let i = 0; i < this.#options.workers; i++) this.#spawn();
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const ends = [...this.#live].map((worker) => once(worker, 'exit'));
    for (const worker of this.#live) worker.process.kill('SIGTERM');
    await Promise.all(ends);
  }

  #spawn(): void {
    if (this.#stopping) return;
    const startedAt = Date.now();
    const worker = cluster.fork(this.#options.environment);
    this.#live.add(worker);
    worker.on('message', (message) => this.#onMessage(message, worker));
    worker.on('error', (cause) => this.#log.error({ err: cause, worker: worker.id }, 'worker unreachable'));
    worker.once('exit', (code) => {
      this.#live.delete(worker);
      this.#ready.delete(worker.id);
      if (this.#stopping) return;
      this.#log.error({ code, worker: worker.id }, 'worker exited');
      this.#send('worker ended', { worker: worker.id, code });
      setTimeout(() => this.#spawn(), Date.now() - startedAt < SOON_MS ? SOON_MS : 0);
    });
  }

  #onMessage(message: unknown, worker: Worker): void {
    const ours = unmarked<ToPrimary>(message);
    if (!ours) forward(message, worker.id);
    else if (ours.type === 'events') this.source.take(ours, worker.id);
    else if (ours.type === 'response') this.relay.onResponse(ours.id, ours.response);
    else this.#welcome(ours.port, worker);
  }

  #welcome(port: number, worker: Worker): void {
    this.#ready.set(worker.id, worker);
    this.#port = port;
    if (this.source.all.length > 0) worker.send(marked({ type: 'subscribe', all: this.source.all }));
    this.#send('worker ready', { worker: worker.id });
    if (this.#ready.size === this.#options.workers) this.#onReady?.(port);
  }

  #send(action: string, details: object): void {
    if (this.bus.hasSubscribers('admin')) this.bus.publish({ v: 1, kind: 'admin', at: systemClock.now(), data: { action, ...details } });
  }
}

/** Opens the admin listener and starts workers. */
export async function startPrimary(config: HostConfig, log: Log, options: PrimaryOptions): Promise<Primary> {
  // Serialized events are copied unchanged instead of being escaped into JSON again.
  cluster.setupPrimary({ serialization: 'advanced', execArgv: [...process.execArgv, ...options.nodeFlags] });
  const pool = new WorkerPool(log, config, options);
  const guard = makeGuard(config);
  const admin = makeGuardedServer(guard, config.admin_endpoints);
  const stopObserving = registerObservability(admin, {
    config,
    ...options,
    guard,
    clock: systemClock,
    source: pool.source,
    bus: pool.bus,
    publicOrigin: () => (pool.port === undefined ? undefined : originOf(config.host, pool.port)),
    describe: () => ({ workers: pool.size }),
  });
  pool.relay.register(admin);
  if (config.admin.enabled) await admin.listen({ host: config.admin_host, port: config.admin_port });
  return {
    adminPort: (admin.server.address() as AddressInfo | null)?.port ?? 0,
    ready: pool.start(),
    async stop() {
      stopObserving();
      await Promise.all([pool.stop(), admin.close()]);
    },
  };
}
