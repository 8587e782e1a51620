/**
 * Metrics of all workers, kept by the primary: the last known ones of each, and the sum of those that ended. So no counter falls when a worker
 * exits or responds too late.
 */
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { EndedWorkers } from '#src/metrics/ended-workers.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { FamilySnapshot } from '#src/platform/metrics-format.ts';
import type { FiguresMessage, ToWorker, WorkerFigures } from './messages.ts';

/** A worker that responds. */
export interface FiguresWorker {
  readonly id: number;
  send(message: ToWorker): void;
}

type Collect = Extract<FiguresMessage, { type: 'collect' }>;

/** A question to all workers. */
interface Round {
  /** Workers that have not responded. */
  readonly waiting: Set<number>;
  done(): void;
}

export class Figures {
  readonly #ready: () => readonly FiguresWorker[];
  readonly #ended: EndedWorkers;
  readonly #clock: Pick<Clock, 'after'>;
  /** JSON of each worker's families, read when it ends. */
  readonly #last = new Map<number, string>();
  /** Workers that run but have sent their final figures. */
  readonly #final = new Set<number>();
  readonly #rounds = new Map<number, Round>();
  #endedFamilies = '[]';
  #count = 0;

  /** @param ready the workers that accept requests */
  constructor(ready: () => readonly FiguresWorker[], ended: EndedWorkers, clock: Pick<Clock, 'after'>) {
    this.#ready = ready;
    this.#ended = ended;
    this.#clock = clock;
  }

  onMessage(message: FiguresMessage, worker: FiguresWorker): void {
    if (this.#final.has(worker.id)) return;
    this.#last.set(worker.id, message.families);
    if (message.type === 'collect') void this.#collect(message, worker);
    else if (message.type === 'figures') this.#responded(message.round, worker.id);
    else {
      this.#addUp(worker.id);
      this.#final.add(worker.id);
    }
  }

  /** A worker exited. */
  onEnded(worker: number): void {
    this.#addUp(worker);
    this.#final.delete(worker);
  }

  /** Moves a worker's last figures to the sum, once; no read waits for it any more. */
  #addUp(worker: number): void {
    const last = this.#last.get(worker);
    if (last !== undefined) {
      this.#last.delete(worker);
      this.#ended.add(JSON.parse(last) as FamilySnapshot[]);
      this.#endedFamilies = JSON.stringify(this.#ended.families);
    }
    for (const round of this.#rounds.keys()) this.#responded(round, worker);
  }

  async #collect({ id, timeoutMs }: Collect, reader: FiguresWorker): Promise<void> {
    const others = this.#ready().filter((worker) => worker.id !== reader.id && !this.#final.has(worker.id));
    if (others.length > 0) {
      const round = ++this.#count;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      this.#rounds.set(round, { waiting: new Set(others.map((worker) => worker.id)), done });
      for (const worker of others) worker.send({ type: 'read', round });
      await withTimeout(promise, timeoutMs, this.#clock, done);
      this.#rounds.delete(round);
    }
    // The figures of a reader that ended meanwhile are part of the sum.
    if (this.#last.has(reader.id)) reader.send({ type: 'collected', id, others: this.#others(reader.id) });
  }

  #responded(id: number, worker: number): void {
    const round = this.#rounds.get(id);
    if (round?.waiting.delete(worker) && round.waiting.size === 0) round.done();
  }

  #others(reader: number): WorkerFigures[] {
    const others = [...this.#last]
      .filter(([worker]) => worker !== reader)
      .map(([worker, families]) => ({ worker: String(worker), families }));
    return [{ worker: '', families: this.#endedFamilies }, ...others];
  }
}
