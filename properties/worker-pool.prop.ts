/** The workers of a pool, in whatever order they are ready, exit, are restarted and stopped. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerPool } from '#src/cluster/worker-pool.ts';
import { silentLog } from '#src/platform/log.ts';
import { type FakeWorker, fakeWorkers } from '#test/helpers/fake-workers.ts';
import { runs } from './runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What happens to one of the workers that run, by its place among them, or to the pool. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ready' as const), at: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('exit' as const), at: fc.nat(5), code: fc.constantFrom(0, 1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restart' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 500, 2000) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const noop = (): void => {};
const EVENTS = { onMessage: noop, onReady: noop, onEnded: noop, report: noop };
const isOrdered = ({ orders }: FakeWorker): boolean => orders.length > 0;

class Scenario {
  readonly workers = fakeWorkers();
  readonly pool: WorkerPool;
  /** Bounds of the number of workers that should run. */
  bounds: readonly [min: number, max: number];
  /** The fewest workers wanted so far. */
  fewest: number;
  /** Whether a worker that accepts requests ended without an order. */
  hasCrashed = false;
  #restart: Promise<void> | undefined;

  constructor(count: number) {
    this.bounds = [count, count];
    this.fewest = count;
    const heartbeat = { timeout_ms: 600_000 };
    this.pool = new WorkerPool({ count, environment: {}, heartbeat }, silentLog, EVENTS);
    void this.pool.start();
    for (const worker of this.workers) worker.becomeReady();
  }

  get live(): FakeWorker[] {
    return this.workers.filter(({ hasExited }) => !hasExited);
  }

  /** Those that accept requests and go on. */
  get serving(): FakeWorker[] {
    return this.live.filter((worker) => worker.isReady && !isOrdered(worker));
  }

  async run(event: Step): Promise<void> {
    if (event.kind === 'restart') this.#begin(event.count);
    else if (event.kind === 'wait') await vi.advanceTimersByTimeAsync(event.ms);
    else {
      const worker = this.live[event.at % this.live.length];
      if (event.kind === 'ready') worker?.becomeReady();
      else if (worker) {
        this.hasCrashed ||= this.serving.includes(worker);
        worker.exit(event.code);
      }
    }
    await vi.advanceTimersByTimeAsync(0);
  }

  /** Every start succeeds, every order is obeyed. */
  async calmDown(): Promise<void> {
    for (let i = 0; i < 40; i++) {
      for (const worker of this.live) {
        if (isOrdered(worker)) worker.exit(0);
        else worker.becomeReady();
      }
      await vi.advanceTimersByTimeAsync(i % 2 === 0 ? 0 : 1000);
    }
    await this.#restart;
  }

  #begin(count: number): void {
    if (this.#restart) return;
    const [min, max] = this.bounds;
    this.fewest = Math.min(this.fewest, count);
    this.bounds = [Math.min(min, count), Math.max(max, count)];
    this.#restart = this.pool.restart(count).then((end) => {
      this.#restart = undefined;
      if (end === 'done') this.bounds = [count, count];
      else this.bounds = [min, Math.max(max, count - 1)];
    });
  }
}

const scenarios = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40, size: 'max' }));

test('in the end as many workers run as wanted, and without crashes at no time fewer serve', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ([count, steps]) => {
      vi.restoreAllMocks();
      vi.clearAllTimers();
      const scenario = new Scenario(count);
      for (const each of steps) {
        await scenario.run(each);
        const going = scenario.live.filter((worker) => !isOrdered(worker)).length;
        // A replacement and the one that it replaces.
        expect(going).toBeLessThanOrEqual(scenario.bounds[1] + 1);
        if (!scenario.hasCrashed) expect(scenario.serving.length).toBeGreaterThanOrEqual(scenario.fewest);
      }
      await scenario.calmDown();
      const [min, max] = scenario.bounds;
      expect(scenario.serving.length).toBeGreaterThanOrEqual(min);
      expect(scenario.serving.length).toBeLessThanOrEqual(max);
      expect(scenario.pool.ready.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(scenario.live.map(({ id }) => id));
    }),
    runs(300),
  );
});

test('after a stop none runs, and none starts', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ([count, steps]) => {
      vi.restoreAllMocks();
      vi.clearAllTimers();
      const scenario = new Scenario(count);
      for (const each of steps) await scenario.run(each);
      const stopped = scenario.pool.stop(0);
      const started = scenario.workers.length;
      expect(scenario.live.filter((worker) => !isOrdered(worker))).toEqual([]);
      await scenario.calmDown();
      await stopped;
      expect([scenario.live, scenario.workers.length]).toEqual([[], started]);
    }),
    runs(100),
  );
});
