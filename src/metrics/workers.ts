/** Metrics of the other worker processes: requested on each read, because any worker may receive the scrape. */

import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { MetricsRegistry } from '#src/platform/metrics.ts';
import type { ProcessSnapshot } from '#src/platform/metrics-format.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';

const QUESTION = 'metrics?';
const RESPONSE = 'metrics!';

export interface WorkerSnapshotSource {
  /** Of this process. */
  readonly name: string;
  /** Snapshots of the other workers that respond in time. */
  collect(): Promise<ProcessSnapshot[]>;
}

interface Pending {
  readonly snapshots: ProcessSnapshot[];
  readonly done: () => void;
}

/** A single process without peers. */
export const singleProcess: WorkerSnapshotSource = { name: '0', collect: async () => [] };

/** Metric snapshots of a cluster's workers; also responds to their requests. */
export class WorkerSnapshots implements WorkerSnapshotSource {
  readonly name: string;
  readonly #peers: WorkerPeers;
  readonly #others: number;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #pending = new Map<string, Pending>();
  readonly #stop: () => void;
  #count = 0;

  /** @param others number of other workers @param timeoutMs of a worker, ms; a hanging one must not hide the others */
  constructor(name: string, others: number, timeoutMs: number, peers: WorkerPeers, metrics: MetricsRegistry, clock: Clock) {
    this.name = name;
    this.#others = others;
    this.#timeoutMs = timeoutMs;
    this.#peers = peers;
    this.#clock = clock;
    this.#stop = peers.listen(({ subject, id = '', worker = '', families = '', from = '' }) => {
      if (subject === QUESTION)
        peers.broadcast({ subject: RESPONSE, id, worker: name, families: JSON.stringify(metrics.read()), to: from });
      else if (subject === RESPONSE) this.#onSnapshots(id, worker, families);
    });
  }

  collect(): Promise<ProcessSnapshot[]> {
    if (this.#others <= 0) return Promise.resolve([]);
    const id = `${this.name}.${++this.#count}`;
    const { promise: all, resolve: done } = Promise.withResolvers<void>();
    const snapshots: ProcessSnapshot[] = [];
    this.#pending.set(id, { snapshots, done });
    this.#peers.broadcast({ subject: QUESTION, id });
    return withTimeout(all, this.#timeoutMs, this.#clock, done).then(() => {
      this.#pending.delete(id);
      return snapshots;
    });
  }

  stop(): void {
    this.#stop();
  }

  #onSnapshots(id: string, worker: string, families: string): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.snapshots.push({ worker, families: JSON.parse(families) as ProcessSnapshot['families'] });
    if (pending.snapshots.length >= this.#others) pending.done();
  }
}
