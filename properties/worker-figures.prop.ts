/** Metrics of several workers, whatever happens to them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FamilySnapshot, SeriesSnapshot } from '#src/platform/metrics-format.ts';
import { FiguresHost, TIMEOUT_MS } from '#test/helpers/figures-host.ts';
import { runs } from './runs.ts';

type FakeWorker = ReturnType<FiguresHost['start']>;

/** What happens to one of the workers, by its place among those that run. */
const step = fc.record({
  kind: fc.constantFrom('count', 'count', 'count', 'read', 'read', 'start', 'stop', 'crash', 'pause', 'resume', 'wait'),
  at: fc.nat(3),
  ms: fc.nat(3000),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function numbersOf({ value }: SeriesSnapshot): number[] {
  if (typeof value === 'number') return [value];
  return 'buckets' in value ? [] : [value.sum, value.count, ...value.counts];
}

/** Every counter, and the sum, number and buckets of every histogram. */
const sumsOf = (families: readonly FamilySnapshot[]): Map<string, readonly number[]> =>
  new Map(families.map(({ name, series }) => [name, series.flatMap(numbersOf)]));

/** Messages and responses arrive. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

class Scenario {
  readonly host = new FiguresHost();
  /** Sums that were lower than in the read before. */
  readonly fallen: unknown[] = [];
  /** Observations, and those of workers that crashed. */
  counted = 0;
  lost = 0;
  last: ReadonlyMap<string, readonly number[]> = new Map();
  readonly #ofWorker = new Map<number, number>();
  #reader: number | undefined;

  async run({ kind, at, ms }: Step): Promise<void> {
    const running = [...this.host.workers.values()];
    const worker = running[at % running.length];
    if (!worker || kind === 'start') {
      if (running.length < 4) this.host.start();
    } else if (kind === 'count') this.#count(worker, ms);
    else if (kind === 'read') this.read(worker);
    else if (kind === 'pause') worker.pause();
    else if (kind === 'resume') worker.resume();
    else if (kind === 'wait') this.host.clock.wind(TIMEOUT_MS);
    else await this.#end(worker, kind);
    await settle();
  }

  /** One read at a time, of any worker. */
  read(worker: FakeWorker): void {
    if (this.#reader !== undefined) return;
    this.#reader = worker.id;
    void worker.all.read().then((families) => {
      this.#reader = undefined;
      const sums = sumsOf(families);
      for (const [name, before] of this.last) {
        const now = sums.get(name) ?? [];
        if (before.some((number, i) => (now[i] ?? 0) < number)) this.fallen.push({ name, before, now });
      }
      this.last = sums;
    });
  }

  #count({ id, metrics }: FakeWorker, ms: number): void {
    metrics.counter('requests', '').add();
    metrics.histogram('seconds', '', [1, 2]).observe(ms / 1000);
    this.#ofWorker.set(id, (this.#ofWorker.get(id) ?? 0) + 1);
    this.counted++;
  }

  async #end(worker: FakeWorker, kind: 'stop' | 'crash'): Promise<void> {
    if (kind === 'crash') this.lost += this.#ofWorker.get(worker.id) ?? 0;
    else {
      worker.all.stop();
      await settle();
    }
    this.host.exit(worker.id);
    if (this.#reader === worker.id) this.#reader = undefined;
  }
}

test('no sum is lower than in the read before, and a read counts everything of workers that did not crash', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
      const scenario = new Scenario();
      scenario.host.start();
      for (const each of steps) await scenario.run(each);
      const { host } = scenario;
      for (const worker of host.workers.values()) worker.resume();
      host.clock.wind(TIMEOUT_MS);
      await settle();
      scenario.read(host.start());
      await settle();
      expect(scenario.fallen).toEqual([]);
      const [requests = 0] = scenario.last.get('requests') ?? [];
      expect(requests).toBeLessThanOrEqual(scenario.counted);
      expect(requests).toBeGreaterThanOrEqual(scenario.counted - scenario.lost);
    }),
    runs(500),
  );
});
