/** The workers of a primary: started, replaced when they exit, restarted one by one, stopped together. */
import cluster, { type Worker } from 'node:cluster';
import type { Phase } from '#src/http/probes.ts';
import type { Log } from '#src/platform/log.ts';
import { type HeartbeatSettings, Heartbeats } from './heartbeat.ts';
import { marked, type ToPrimary, type ToWorker, unmarked } from './messages.ts';
import { forward } from './worker-peers.ts';

/** A worker that exits within this time of its start is restarted only after as long. */
const SOON_MS = 1000;

export interface PoolEvents {
  /** A message of a worker, except that it is ready or alive. */
  onMessage(message: Exclude<ToPrimary, { type: 'ready' | 'heartbeat' | 'flush' }>, worker: Worker): void;
  /** A worker accepts requests. */
  onReady(worker: Worker): void;
  /** A worker exited, expected or not. */
  onEnded(worker: number): void;
  /** For the admin event stream. */
  report(action: string, details: object): void;
}

export interface PoolOptions {
  readonly count: number;
  /** Of the workers, merged over this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly heartbeat: HeartbeatSettings;
}

/** A signal, for example SIGKILL if the system has no memory left, instead of a code. */
interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Settles when the worker has exited. Not by `once` of Node, which rejects on an error: a worker whose channel is closed has not exited yet. */
const exited = (worker: Worker): Promise<void> => new Promise((resolve) => worker.once('exit', () => resolve()));

/** The first workers do not start. They printed the cause. */
export class StartFailure extends Error {}

export class WorkerPool {
  readonly #log: Log;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #events: PoolEvents;
  readonly #live = new Set<Worker>();
  readonly #heartbeats: Heartbeats;
  readonly #ready = new Map<number, Worker>();
  /** Workers that are not replaced when they exit. */
  readonly #retired = new Set<Worker>();
  #count: number;
  #port: number | undefined;
  #phase: Phase = 'starting';
  readonly #started = Promise.withResolvers<number>();

  constructor({ count, environment, heartbeat }: PoolOptions, log: Log, events: PoolEvents) {
    this.#count = count;
    this.#environment = environment;
    this.#heartbeats = new Heartbeats(heartbeat, (worker) => this.#kill(worker));
    this.#log = log;
    this.#events = events;
  }

  get port(): number | undefined {
    return this.#port;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Workers that accept requests. */
  get ready(): readonly Worker[] {
    return [...this.#ready.values()];
  }

  /** Of these, the ones that are not about to stop. */
  get lasting(): readonly Worker[] {
    return this.ready.filter((worker) => !this.#retired.has(worker));
  }

  /** Starts all; resolves with the public port when every worker accepts requests, rejects if one ends itself before any of them does. */
  start(): Promise<number> {
    for (let i = 0; i < this.#count; i++) this.#spawn();
    return this.#started.promise;
  }

  /**
   * Replaces the workers one by one: the old one stops only after its replacement accepts requests. If one does not start, the remaining
   * old ones stay.
   * @param count new number of workers
   * @returns whether all were replaced
   */
  async restart(count: number): Promise<boolean> {
    const old = [...this.#live];
    this.#count = count;
    for (let i = 0; i < Math.max(old.length, count); i++) {
      if (this.#phase === 'stopping') return false;
      if (i < count && !(await this.#isStarted())) return false;
      const worker = old[i];
      if (worker && this.#live.has(worker)) await this.#retire(worker, 0);
    }
    return true;
  }

  /** Every worker serves requests for another `delayMs`, completes those in flight and exits. */
  async stop(delayMs: number): Promise<void> {
    this.#phase = 'stopping';
    await Promise.all([...this.#live].map((worker) => this.#retire(worker, delayMs)));
    this.#heartbeats.stop();
  }

  /** Starts a replacement; whether it accepts requests. One that does not is not tried again. */
  async #isStarted(): Promise<boolean> {
    const worker = this.#spawn();
    this.#retired.add(worker);
    const ended = exited(worker).then(() => false);
    const { promise: isReady, resolve } = Promise.withResolvers<boolean>();
    worker.on('message', () => {
      if (this.#ready.has(worker.id)) resolve(true);
    });
    const started = await Promise.race([isReady, ended]);
    if (started) this.#retired.delete(worker);
    return started;
  }

  async #retire(worker: Worker, delayMs: number): Promise<void> {
    this.#retired.add(worker);
    const ended = exited(worker);
    // A worker that is still starting has nothing to complete.
    if (this.#ready.has(worker.id)) worker.send(marked({ type: 'stop', delayMs } satisfies ToWorker));
    else worker.process.kill('SIGTERM');
    await ended;
  }

  #spawn(): Worker {
    const startedAt = Date.now();
    const worker = cluster.fork(this.#environment);
    this.#live.add(worker);
    worker.on('message', (message) => this.#onMessage(message, worker));
    worker.on('error', (cause) => this.#log.error({ failure: cause, worker: worker.id }, 'worker unreachable'));
    worker.once('exit', (code, signal) => this.#onExit(worker, { code, signal }, startedAt));
    return worker;
  }

  #onExit(worker: Worker, end: WorkerEnd, startedAt: number): void {
    this.#live.delete(worker);
    this.#ready.delete(worker.id);
    this.#heartbeats.ended(worker.id);
    this.#events.onEnded(worker.id);
    const isExpected = this.#retired.delete(worker) && end.code === 0;
    if (this.#phase === 'stopping') return;
    if (isExpected) this.#log.info({ worker: worker.id }, 'worker stopped');
    else this.#log.error({ ...end, worker: worker.id }, 'worker exited');
    this.#events.report('worker ended', { worker: worker.id, ...end });
    if (this.#port === undefined && end.code) this.#giveUp(end.code);
    if (this.#live.size >= this.#count || isExpected) return;
    setTimeout(
      () => {
        if (this.#phase !== 'stopping' && this.#live.size < this.#count) this.#spawn();
      },
      Date.now() - startedAt < SOON_MS ? SOON_MS : 0,
    );
  }

  /** Replacements and the other workers would end like the one that did. */
  #giveUp(code: number): void {
    for (const worker of this.#live) worker.process.kill('SIGKILL');
    this.#started.reject(new StartFailure(`a worker ended with ${code} before any accepted requests`));
  }

  #onMessage(message: unknown, worker: Worker): void {
    const ours = unmarked<ToPrimary>(message);
    if (!ours) forward(message, worker.id);
    else if (ours.type === 'heartbeat') this.#heartbeats.received(worker.id);
    else if (ours.type === 'flush') worker.send(marked({ type: 'flushed' } satisfies ToWorker));
    else if (ours.type === 'ready') this.#welcome(ours.port, worker);
    else this.#events.onMessage(ours, worker);
  }

  /** Kills a worker that hangs; then it is replaced like any other that exits. Only SIGKILL ends a process that is stopped or busy. */
  #kill(id: number): void {
    const worker = [...this.#live].find((each) => each.id === id);
    this.#log.error({ worker: id }, 'worker hangs: it is replaced');
    this.#events.report('worker hangs', { worker: id });
    worker?.process.kill('SIGKILL');
  }

  #welcome(port: number, worker: Worker): void {
    this.#ready.set(worker.id, worker);
    this.#port = port;
    this.#events.onReady(worker);
    if (this.#phase !== 'starting' || this.#ready.size < this.#count) return;
    this.#phase = 'ready';
    this.#started.resolve(port);
  }
}
