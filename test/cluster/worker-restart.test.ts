/** Workers that are ready, exit and are replaced, in orders that real processes rarely take. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorkerPool } from '#src/cluster/worker-pool.ts';
import { silentLog } from '#src/platform/log.ts';
import { type FakeWorker, fakeWorkers } from '#test/helpers/fake-workers.ts';

/** ms; longer than a worker that exits early waits for its replacement. */
const LONG_MS = 5000;
const HEARTBEAT_MS = 60_000;

let workers: FakeWorker[];
let logged: string[];
beforeEach(() => {
  vi.useFakeTimers();
  workers = fakeWorkers();
  logged = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const noop = (): void => {};
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const live = (): number[] => workers.filter(({ hasExited }) => !hasExited).map(({ id }) => id);
const at = (id: number): FakeWorker => workers[id - 1] as FakeWorker;

/** A pool whose first workers accept requests for a long time. */
async function poolOf(count: number): Promise<WorkerPool> {
  const log = { ...silentLog, error: (_: object, text: string) => void logged.push(text) };
  const events = { onMessage: noop, onReady: noop, onEnded: noop, report: noop };
  const pool = new WorkerPool({ count, environment: {}, heartbeat: { timeout_ms: HEARTBEAT_MS } }, log, events);
  const started = pool.start();
  for (const worker of workers) worker.becomeReady();
  await started;
  for (let i = 0; i < 2; i++) {
    for (const worker of workers) worker.report({ type: 'heartbeat' });
    await vi.advanceTimersByTimeAsync(LONG_MS);
  }
  return pool;
}

/** Starts become ready, and workers that were ordered to stop exit, until nothing changes. */
async function settleAll(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    for (const worker of workers) {
      if (worker.orders.includes('stop')) worker.exit(0);
      else worker.becomeReady();
    }
    await settle();
  }
}

describe('a restart', () => {
  test('with more workers starts none again that fails, and later replaces those that ran before only', async () => {
    const pool = await poolOf(1);
    const ended = pool.restart(3);
    at(2).exit(1);
    expect(await ended).toBe('failed');
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(live()).toEqual([1]);
    at(1).exit(1);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(live()).toEqual([3]);
  });

  test('with more workers keeps those that started when a further one fails', async () => {
    const pool = await poolOf(1);
    const ended = pool.restart(3);
    at(2).becomeReady();
    await settle();
    at(1).exit(0);
    await settle();
    at(3).becomeReady();
    await settle();
    at(4).exit(1);
    expect(await ended).toBe('failed');
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(live()).toEqual([2, 3]);
  });

  test('with fewer workers keeps all when the first replacement fails, and their number', async () => {
    const pool = await poolOf(3);
    const ended = pool.restart(1);
    at(4).exit(1);
    expect(await ended).toBe('failed');
    at(1).exit(1);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(live()).toEqual([2, 3, 5]);
  });

  test('has no worker too many after all old ones crashed while a replacement started', async () => {
    const pool = await poolOf(2);
    const ended = pool.restart(2);
    at(1).exit(1);
    at(2).exit(1);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await settleAll();
    expect([await ended, live().length]).toEqual(['done', 2]);
  });

  test('has no worker too few after a new one crashed while the last old one completed its requests', async () => {
    const pool = await poolOf(2);
    const ended = pool.restart(2);
    at(3).becomeReady();
    await settle();
    at(1).exit(0);
    await settle();
    at(4).becomeReady();
    await settle();
    at(3).exit(1);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await settleAll();
    expect([await ended, live().length]).toEqual(['done', 2]);
  });

  test('reports that the pool was stopped meanwhile, and starts no further worker', async () => {
    const pool = await poolOf(2);
    const ended = pool.restart(2);
    const stopped = pool.stop(0);
    for (const worker of workers) worker.exit(0);
    await stopped;
    expect([await ended, workers.length, logged]).toEqual(['stopping', 3, []]);
  });
});

describe('a message that arrives after the exit of its worker', () => {
  test('does not make it ready, and no heartbeat of it is missed', async () => {
    const pool = await poolOf(1);
    at(1).exit(1);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    at(2).exit(1);
    at(2).becomeReady();
    at(2).report({ type: 'ready', port: 80 });
    at(2).report({ type: 'heartbeat' });
    await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS);
    expect(pool.ready).toEqual([]);
    expect(logged.filter((text) => text.includes('hangs'))).toEqual([]);
  });
});
