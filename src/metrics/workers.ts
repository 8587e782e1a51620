/** What the other worker processes measured: asked of all of them when somebody reads, since any of them may be the one that is read. */
import { withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { MetricsRegistry } from '#src/outside/metrics.ts';
import type { ProcessShot } from '#src/outside/metrics-text.ts';
import type { Siblings } from '#src/outside/siblings.ts';

const QUESTION = 'metrics?';
const ANSWER = 'metrics!';

/** ms a worker may take; one that hangs must not keep the others from being seen. */
const PATIENCE_MS = 500;

export interface WorkerShots {
  /** Of this process. */
  readonly name: string;
  /** Those of the others that answer in time. */
  ask(): Promise<ProcessShot[]>;
}

interface Asked {
  readonly shots: ProcessShot[];
  readonly done: () => void;
}

/** One process: nobody to ask. */
export const alone: WorkerShots = { name: '0', ask: async () => [] };

/** Shots of a cluster's workers; answers their questions as well. */
export class ClusterShots implements WorkerShots {
  readonly name: string;
  readonly #siblings: Siblings;
  readonly #others: number;
  readonly #clock: Clock;
  readonly #asked = new Map<string, Asked>();
  readonly #stop: () => void;
  #count = 0;

  /** @param others how many workers there are beside this one */
  constructor(name: string, others: number, siblings: Siblings, metrics: MetricsRegistry, clock: Clock) {
    this.name = name;
    this.#others = others;
    this.#siblings = siblings;
    this.#clock = clock;
    this.#stop = siblings.listen(({ subject, id = '', worker = '', families = '' }) => {
      if (subject === QUESTION) siblings.tell({ subject: ANSWER, id, worker: name, families: JSON.stringify(metrics.read()) });
      else if (subject === ANSWER) this.#heard(id, worker, families);
    });
  }

  ask(): Promise<ProcessShot[]> {
    if (this.#others <= 0) return Promise.resolve([]);
    const id = `${this.name}.${++this.#count}`;
    const { promise: all, resolve: done } = Promise.withResolvers<void>();
    const shots: ProcessShot[] = [];
    this.#asked.set(id, { shots, done });
    this.#siblings.tell({ subject: QUESTION, id });
    return withTimeout(all, PATIENCE_MS, this.#clock, done).then(() => {
      this.#asked.delete(id);
      return shots;
    });
  }

  stop(): void {
    this.#stop();
  }

  #heard(id: string, worker: string, families: string): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    asked.shots.push({ worker, families: JSON.parse(families) as ProcessShot['families'] });
    if (asked.shots.length >= this.#others) asked.done();
  }
}
