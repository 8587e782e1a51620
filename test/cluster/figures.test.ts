/** Metrics of several workers: what the primary keeps, and what a worker that is read reports. */
import { describe, expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { Exposition } from '#src/metrics/exposition.ts';
import type { MetricsRegistry } from '#src/platform/metrics.ts';
import { settle } from '#test/helpers/analytics.ts';
import { FiguresHost, TIMEOUT_MS } from '#test/helpers/figures-host.ts';

type FakeWorker = ReturnType<FiguresHost['start']>;

/** Counts and observes `times`. */
function work({ metrics }: { readonly metrics: MetricsRegistry }, times: number, account = 'a'): void {
  for (let i = 0; i < times; i++) {
    metrics.counter('account_requests', '', { account }).add();
    metrics.histogram('seconds', '', [2]).observe(1.5);
  }
  metrics.gauge('live', '').set(times);
}

/** Samples of a read, without types and the last bucket. */
async function read({ all }: FakeWorker, metrics: HostConfigInput['metrics'] = {}): Promise<string[]> {
  const { body } = await new Exposition(hostSchema.parse({ metrics }).metrics, all.read).expose();
  return body.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.includes('+Inf'));
}

const samples = (count: number, gauges: readonly string[] = []): string[] => [
  `account_requests{account="a"} ${count}`,
  ...gauges,
  `seconds_bucket{le="2"} ${count}`,
  `seconds_sum ${count * 1.5}`,
  `seconds_count ${count}`,
];

function hostOf(...times: number[]): { host: FiguresHost; workers: FakeWorker[] } {
  const host = new FiguresHost();
  return {
    host,
    workers: times.map((count) => {
      const worker = host.start();
      work(worker, count);
      return worker;
    }),
  };
}

const first = (workers: readonly FakeWorker[]): FakeWorker => workers[0] as FakeWorker;

describe('the metrics of workers', () => {
  test('are summed, gauges listed separately', async () => {
    const { workers } = hostOf(1, 2, 3);
    for (const worker of workers) {
      const lines = await read(worker);
      expect(lines.toSorted()).toEqual(samples(6, ['live{worker="1"} 1', 'live{worker="2"} 2', 'live{worker="3"} 3']).toSorted());
    }
  });

  test('keep what was last known of one that crashed, without its gauges', async () => {
    const { host, workers } = hostOf(1, 2);
    await read(first(workers));
    host.exit(2);
    expect(await read(first(workers))).toEqual(samples(3, ['live{worker="1"} 1']));
    const next = host.start();
    work(next, 4);
    expect(await read(next)).toEqual(samples(7, ['live{worker="3"} 4', 'live{worker="1"} 1']));
  });

  test('keep the last read of the one that crashed itself', async () => {
    const { host, workers } = hostOf(1, 2);
    await read(first(workers));
    host.exit(1);
    expect(await read(workers[1] as FakeWorker)).toEqual(samples(3, ['live{worker="2"} 2']));
  });

  test('keep the final figures of one that stops, once, also while it runs on', async () => {
    const { host, workers } = hostOf(1, 2);
    const [reader, stopping] = workers as [FakeWorker, FakeWorker];
    await read(reader);
    work(stopping, 5);
    stopping.all.stop();
    await settle();
    expect(await read(reader)).toEqual(samples(8, ['live{worker="1"} 1']));
    host.exit(2);
    expect(await read(reader)).toEqual(samples(8, ['live{worker="1"} 1']));
    expect(host.received.filter(([worker, type]) => worker === 2 && type === 'read')).toHaveLength(1);
  });

  test('count the last known figures of one that does not respond in time, and its late ones in the next read', async () => {
    const { host, workers } = hostOf(1, 2);
    const [reader, slow] = workers as [FakeWorker, FakeWorker];
    await read(reader);
    slow.pause();
    work(slow, 5);
    const reading = read(reader);
    await settle();
    host.clock.wind(TIMEOUT_MS);
    expect(await reading).toEqual(samples(3, ['live{worker="1"} 1', 'live{worker="2"} 2']));
    slow.resume();
    await settle();
    slow.pause();
    const second = read(reader);
    await settle();
    host.clock.wind(TIMEOUT_MS);
    expect(await second).toEqual(samples(8, ['live{worker="1"} 1', 'live{worker="2"} 5']));
  });

  test('are read without a wait for one that ends meanwhile, or that is not ready', async () => {
    const { host, workers } = hostOf(1, 2);
    host.start({ isReady: false });
    workers[1]?.pause();
    const reading = read(first(workers));
    await settle();
    host.exit(2);
    expect(await reading).toEqual(samples(1, ['live{worker="1"} 1']));
    expect(host.clock.pending).toBe(0);
  });

  test('are not sent to a reader that has sent its final figures, which would count twice', async () => {
    const { host, workers } = hostOf(1, 2);
    workers[1]?.pause();
    void first(workers).all.read();
    await settle();
    first(workers).all.stop();
    await settle();
    workers[1]?.resume();
    await settle();
    expect(host.received).toEqual([[2, 'read']]);
  });

  test('have no label `worker` if the host has one, also while it is replaced', async () => {
    const host = new FiguresHost();
    const [old, next] = [host.start({ isOnly: true }), host.start({ isOnly: true })];
    work(old, 2);
    work(next, 1);
    expect(await read(next)).toEqual(samples(3, ['live 1']));
    host.exit(1);
    expect(await read(next)).toEqual(samples(3, ['live 1']));
  });
});

describe('the metrics of ended workers', () => {
  test('are one sum, however many have ended', async () => {
    const host = new FiguresHost();
    const reader = host.start();
    work(reader, 1);
    for (let i = 0; i < 100; i++) {
      const worker = host.start();
      work(worker, 2);
      worker.all.stop();
      await settle();
      host.exit(worker.id);
    }
    expect(await read(reader)).toEqual(samples(201, ['live{worker="1"} 1']));
    expect(host.ended.families.map(({ name, series }) => [name, series.length])).toEqual([
      ['account_requests', 1],
      ['seconds', 1],
    ]);
  });

  test('have as many accounts as those of one process; further ones count as other', async () => {
    const host = new FiguresHost(2);
    const reader = host.start();
    work(reader, 1);
    for (const account of ['a', 'b', 'c', 'd', 'a']) {
      const worker = host.start();
      work(worker, 1, account);
      worker.all.stop();
      await settle();
      host.exit(worker.id);
    }
    expect((await read(reader)).filter((line) => line.startsWith('account'))).toEqual([
      'account_requests{account="a"} 3',
      'account_requests{account="b"} 1',
      'account_requests{account="other"} 2',
    ]);
  });

  test('have as many keys of rollups in each dimension as those of one process', () => {
    const { ended } = new FiguresHost(1000, 1);
    const count = (by: string, key: string) => ({ labels: { by, key }, value: 1 });
    const series = [count('account', 'x'), count('account', 'y'), count('country', 'y'), count('country', 'other')];
    ended.add([{ name: 'rollup_auctions', kind: 'counter', help: '', series }]);
    expect(ended.families[0]?.series).toEqual([
      count('account', 'x'),
      count('account', 'other'),
      count('country', 'y'),
      count('country', 'other'),
    ]);
  });

  test('have no part in the quantiles of the last minutes', () => {
    const { ended } = new FiguresHost();
    const series = [{ labels: { account: 'a', state: 'collect' }, value: { buckets: [[3, 4] as const], sum: 40, count: 4 } }];
    for (let i = 0; i < 2; i++) ended.add([{ name: 'rollup_state_seconds', kind: 'summary', help: '', series }]);
    expect(ended.families[0]?.series).toEqual([{ labels: { account: 'a', state: 'collect' }, value: { buckets: [], sum: 80, count: 8 } }]);
  });
});
