/** Workers and their primary without processes: their metrics, and messages that arrive one after the other. */
import { Figures, type FiguresWorker } from '#src/cluster/figures.ts';
import { type FiguresMessage, marked, type ToWorker, unmarked } from '#src/cluster/messages.ts';
import { startWorkerMetrics, type WorkerMetrics } from '#src/cluster/worker-figures.ts';
import { EndedWorkers } from '#src/metrics/ended-workers.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from './clock.ts';

export const TIMEOUT_MS = 500;

interface FakeWorker extends FiguresWorker {
  readonly metrics: MetricsRegistry;
  readonly all: WorkerMetrics;
  /** Lets the messages that it holds arrive, and all later ones. */
  resume(): void;
  /** Messages wait from now on, as if its event loop were busy. */
  pause(): void;
}

export class FiguresHost {
  readonly clock = new WoundClock();
  readonly ended: EndedWorkers;
  readonly figures: Figures;
  /** Messages that workers received. */
  readonly received: [worker: number, type: ToWorker['type']][] = [];
  readonly workers = new Map<number, FakeWorker>();
  readonly #ready = new Set<number>();
  #count = 0;

  constructor(max_accounts = 1000, top = 20) {
    this.ended = new EndedWorkers({ max_accounts, rollups: { top } });
    const ready = (): FakeWorker[] => [...this.workers.values()].filter(({ id }) => this.#ready.has(id));
    this.figures = new Figures(ready, this.ended, this.clock);
  }

  /** @param isOnly the host has one worker */
  start({ isOnly = false, isReady = true } = {}): FakeWorker {
    const id = ++this.#count;
    const label = isOnly ? undefined : String(id);
    const metrics = new MetricsRegistry();
    const listeners = new Set<(message: unknown) => void>();
    let held: ToWorker[] | undefined;
    const deliver = (message: ToWorker): void => {
      this.received.push([id, message.type]);
      for (const listener of listeners) listener(marked(message));
    };
    const link = {
      send: (message: object) => queueMicrotask(() => this.#arrived(unmarked<FiguresMessage>(message), id)),
      listen(listener: (message: unknown) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const worker: FakeWorker = {
      id,
      metrics,
      all: startWorkerMetrics(metrics, { label, timeoutMs: TIMEOUT_MS, link }),
      send: (message) => queueMicrotask(() => (held ? held.push(message) : this.workers.has(id) && deliver(message))),
      pause() {
        held ??= [];
      },
      resume() {
        const late = held ?? [];
        held = undefined;
        late.forEach(deliver);
      },
    };
    this.workers.set(id, worker);
    if (isReady) this.#ready.add(id);
    return worker;
  }

  /** The process ends; messages that it sent before may arrive later. */
  exit(id: number): void {
    this.workers.delete(id);
    this.#ready.delete(id);
    this.figures.onEnded(id);
  }

  #arrived(message: FiguresMessage | undefined, id: number): void {
    const worker = this.workers.get(id);
    if (message && worker) this.figures.onMessage(message, worker);
  }
}
