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

/** Ends a worker that is still starting, and has nothing to complete. */
const STARTING_END = 'SIGTERM';

/** `failed`: a replacement did not start. */
export type RestartEnd = 'done' | 'failed' | 'stopping';

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
  /** Workers that were ordered to stop. */
  readonly #stopping = new Set<Worker>();
  /** Replacements in a restart that do not accept requests yet, each with what settles its start. */
  readonly #starting = new Map<Worker, (isStarted: boolean) => void>();
  /** Wanted number of workers; during a restart the number before it, until further ones have started. */
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

  /** Of these, the ones that are not about to stop; all if every one is. */
  get lasting(): readonly Worker[] {
    const lasting = this.ready.filter((worker) => !this.#stopping.has(worker));
    return lasting.length > 0 ? lasting : this.ready;
  }

  /** Workers that accept requests or will, and are not about to stop. */
  get #staying(): readonly Worker[] {
    return [...this.#live].filter((worker) => !this.#stopping.has(worker));
  }

  /** Starts all; resolves with the public port when every worker accepts requests, rejects if one ends itself before any of them does. */
  start(): Promise<number> {
    for (let i = 0; i < this.#count; i++) this.#spawn();
    return this.#started.promise;
  }

  /**
   * Replaces the workers one by one: an old one stops only after its replacement accepts requests. If one does not start, the remaining
   * old ones stay.
   * @param count new number of workers
   */
  async restart(count: number): Promise<RestartEnd> {
    const old = new Set(this.#staying);
    for (let i = 0; i < count; i++) {
      if (this.#isStopping()) return 'stopping';
      // One that crashed meanwhile may have been replaced already.
      const isMissing = this.#staying.filter((worker) => !old.has(worker)).length < count;
      if (isMissing && !(await this.#isStarted())) return this.#isStopping() ? 'stopping' : 'failed';
      await this.#endSurplus(old);
    }
    this.#count = count;
    for (const worker of old) await this.#retire(worker, 0);
    // Of fewer workers than before, too many may have replaced ones that crashed.
    for (const worker of this.#staying.slice(count)) await this.#retire(worker, 0);
    this.#fill();
    return this.#isStopping() ? 'stopping' : 'done';
  }

  /** Every worker serves requests for another `delayMs`, completes those in flight and exits. */
  async stop(delayMs: number): Promise<void> {
    this.#phase = 'stopping';
    await Promise.all([...this.#live].map((worker) => this.#retire(worker, delayMs)));
    this.#heartbeats.stop();
  }

  /** Starts a replacement; whether it accepts requests. One that does not is not tried again. */
  #isStarted(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#starting.set(this.#spawn(), resolve);
    return promise;
  }

  #settleStart(worker: Worker, isStarted: boolean): void {
    this.#starting.get(worker)?.(isStarted);
    this.#starting.delete(worker);
  }

  #isStopping(): boolean {
    return this.#phase === 'stopping';
  }

  /** After a start in a restart: ends an old worker, or lets their number grow if none is left. */
  async #endSurplus(old: ReadonlySet<Worker>): Promise<void> {
    const staying = this.#staying;
    if (staying.length <= this.#count) return;
    const worker = staying.find((each) => old.has(each));
    if (worker) await this.#retire(worker, 0);
    else this.#count = staying.length;
  }

  /** Orders a worker to stop; settles when it has ended, for whatever reason. */
  async #retire(worker: Worker, delayMs: number): Promise<void> {
    if (!this.#live.has(worker)) return;
    this.#stopping.add(worker);
    const ended = exited(worker);
    if (this.#ready.has(worker.id)) worker.send(marked({ type: 'stop', delayMs } satisfies ToWorker));
    else worker.process.kill(STARTING_END);
    await ended;
  }

  #spawn(): Worker {
    const startedAt = performance.now();
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
    this.#settleStart(worker, false);
    const isExpected = this.#stopping.delete(worker) && (end.code === 0 || end.signal === STARTING_END);
    if (this.#isStopping()) return;
    if (isExpected) this.#log.info({ worker: worker.id }, 'worker stopped');
    else this.#log.error({ ...end, worker: worker.id }, 'worker exited');
    this.#events.report('worker ended', { worker: worker.id, ...end });
    if (this.#port === undefined && end.code) this.#giveUp(end.code);
    if (this.#staying.length < this.#count) setTimeout(() => this.#fill(), performance.now() - startedAt < SOON_MS ? SOON_MS : 0);
  }

  /** Starts the workers that are missing. */
  #fill(): void {
    while (!this.#isStopping() && this.#staying.length < this.#count) this.#spawn();
  }

  /** Replacements and the other workers would end like the one that did. */
  #giveUp(code: number): void {
    for (const worker of this.#live) worker.process.kill('SIGKILL');
    this.#started.reject(new StartFailure(`a worker ended with ${code} before any accepted requests`));
  }

  #onMessage(message: unknown, worker: Worker): void {
    const ours = unmarked<ToPrimary>(message);
    if (!ours) forward(message, worker.id);
    // What arrives after the exit, except what others or taps should still get.
    else if (!this.#live.has(worker) && ours.type !== 'events') return;
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
    this.#settleStart(worker, true);
    this.#events.onReady(worker);
    if (this.#phase !== 'starting' || this.#ready.size < this.#count) return;
    this.#phase = 'ready';
    this.#started.resolve(port);
  }
}
