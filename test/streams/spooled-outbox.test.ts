import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Segment } from '#src/analytics/spool/segment.ts';
import type { SpoolSettings } from '#src/analytics/spool/spool.ts';
import { Undeliverable } from '#src/net/post.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import type { Send } from '#streams/attempts.ts';
import type { OutboxSettings } from '#streams/outbox.ts';
import { SpooledOutbox } from '#streams/spooled-outbox.ts';
import { pinnedRandom } from '#test/helpers/services.ts';
import { undelivered } from '#test/helpers/spool.ts';
import { until } from '#test/integration/servers.ts';

const settings: OutboxSettings = {
  batch: { count: 3, bytes: 10_000, ms: 5 },
  buffer: { count: 1000, bytes: 1_000_000 },
  retry: { attempts: 1, firstMs: 1, maxMs: 2 },
  timeoutMs: 500,
  parallel: 1,
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'auctor-spool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(send: Send, over: Partial<SpoolSettings> = {}, more: Partial<OutboxSettings> = {}) {
  const metrics = new MetricsRegistry();
  const log = { debug() {}, warn() {}, info() {}, error() {} };
  const given: string[] = [];
  const spool: SpoolSettings = { folder, maxBytes: 1_000_000, segmentBytes: 100_000, fsync: 'never', fsyncMs: 1000, ...over };
  const env = { clock: systemClock, metrics, log, random: pinnedRandom };
  const outbox = new SpooledOutbox('test', { ...settings, ...more, spool }, send, env, async ({ items }) => {
    given.push(...items.map(({ id }) => id));
  });
  const put = (...ids: readonly string[]): void => {
    for (const id of ids) if (outbox.hasRoom()) outbox.put(`text of ${id}`, 1, '', id);
  };
  const counted = (result: string): number =>
    Number(metrics.expose().match(new RegExp(`^pipeline_events\\{pipeline="test",result="${result}"\\} (\\d+)$`, 'm'))?.[1] ?? 0);
  const metric = (name: string): number => Number(metrics.expose().match(new RegExp(`^${name}\\{pipeline="test"\\} (\\d+)$`, 'm'))?.[1]);
  return { outbox, put, counted, metric, given };
}

interface Sink {
  isUp: boolean;
  readonly received: string[];
  readonly send: Send;
}

/** A sink that keeps ids, and is available while `isUp`. */
function sink(isUp = true): Sink {
  const received: string[] = [];
  const made: Sink = {
    isUp,
    received,
    async send({ items }) {
      if (!made.isUp) throw new Error('unavailable');
      received.push(...items.map(({ id }) => id));
    },
  };
  return made;
}

const ids = (count: number, prefix = 'e'): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/** A process that stops before its sink is available. */
async function stopUndelivered(count: number): Promise<void> {
  const { outbox, put } = open(sink(false).send);
  put(...ids(count));
  await outbox.stop(20);
}

/** The next process, until its sink received so many events. */
async function restart(count: number) {
  const up = sink();
  const after = open(up.send);
  await until('the events have arrived', () => up.received.length === count);
  await after.outbox.stop(5000);
  return { received: up.received, metric: after.metric };
}

const files = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.seg'))
    .sort();
const waiting = async (): Promise<string[]> => {
  const all = await Promise.all(files().map((name) => undelivered(join(folder, name))));
  return all.flat().map(({ id }) => id);
};

describe('an outbox on disk', () => {
  test('delivers in order, with ids, and leaves no file behind', async () => {
    const { send, received } = sink();
    const { outbox, put, counted } = open(send);
    put(...ids(10));
    await outbox.stop(5000);
    expect(received).toEqual(ids(10));
    expect([counted('spooled'), counted('sent')]).toEqual([10, 10]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('sends again until an unavailable sink is back, however few attempts are set', async () => {
    const target = sink(false);
    const { outbox, put, counted, metric } = open(target.send);
    put(...ids(10));
    await until('several sends have failed', () => metric('pipeline_waiting_events') === 7 && counted('spooled') === 10);
    target.isUp = true;
    await outbox.stop(5000);
    expect(target.received).toEqual(ids(10));
    expect(counted('failed')).toBe(0);
  });

  test('keeps what a stopped process did not deliver, and the next process sends it', async () => {
    await stopUndelivered(10);
    expect(await waiting()).toEqual(ids(10));
    const { received } = await restart(10);
    expect(received).toEqual(ids(10));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('does not repeat batches that were delivered before the restart', async () => {
    const first = sink();
    const send: Send = async (batch, signal) => {
      if (first.received.length >= 3) throw new Error('unavailable');
      await first.send(batch, signal);
    };
    const before = open(send);
    before.put(...ids(10));
    await until('a batch has arrived', () => before.counted('sent') === 3);
    await before.outbox.stop(20);
    expect(await waiting()).toEqual(ids(10).slice(3));
  });

  test('drops the oldest events when it is full, and counts them', async () => {
    const target = sink(false);
    const { outbox, put, counted } = open(target.send, { maxBytes: 4000, segmentBytes: 900 });
    for (let done = 0; done < 200; done += 20) {
      put(...ids(200).slice(done, done + 20));
      await until('they are written', () => counted('spooled') === done + 20);
    }
    expect(counted('dropped')).toBeGreaterThan(50);
    target.isUp = true;
    await outbox.stop(5000);
    expect(counted('sent') + counted('dropped')).toBe(200);
    expect(target.received.slice(-50)).toEqual(ids(200).slice(-50));
  });

  test('ignores the incomplete end of a file, and counts its bytes', async () => {
    await stopUndelivered(4);
    const [name = ''] = files();
    const file = join(folder, name);
    truncateSync(file, readFileSync(file).length - 5);
    const { received, metric } = await restart(3);
    expect(received).toEqual(ids(3));
    expect(metric('pipeline_spool_corrupt_bytes')).toBeGreaterThan(0);
  });

  test('never delivers a record whose bytes changed', async () => {
    await stopUndelivered(4);
    const [name = ''] = files();
    const content = readFileSync(join(folder, name));
    content[content.indexOf('text of e2')] = 0x54;
    writeFileSync(join(folder, name), content);
    expect(await waiting()).toEqual(['e0', 'e1']);
  });

  test('sends again, rather than not at all, if its record of deliveries is unreadable', async () => {
    await stopUndelivered(4);
    const [name = ''] = files();
    const content = readFileSync(join(folder, name));
    content.fill(0xff, 8, 16);
    writeFileSync(join(folder, name), content);
    expect(await waiting()).toEqual(ids(4));
  });

  test('gives up only the events that the sink rejects', async () => {
    const received: string[] = [];
    const send: Send = async ({ items }) => {
      if (items.some(({ id }) => id === 'e4')) throw new Undeliverable('too large', { isDivisible: true });
      received.push(...items.map(({ id }) => id));
    };
    const { outbox, put, given, counted } = open(send, {}, { batch: { count: 8, bytes: 10_000, ms: 5 } });
    put(...ids(8));
    await outbox.stop(5000);
    expect(received).toEqual(ids(8).filter((id) => id !== 'e4'));
    expect(given).toEqual(['e4']);
    expect([counted('sent'), counted('failed')]).toEqual([7, 1]);
  });

  test('counts events that the disk rejects', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { outbox, put, counted, metric } = open(sink().send, { folder: join(file, 'below') });
    put(...ids(3));
    await outbox.stop(1000);
    expect(counted('failed')).toBe(3);
    expect(metric('pipeline_spool_errors')).toBeGreaterThan(0);
  });

  test('waits before it reads again from a disk that fails', async () => {
    const read = vi.spyOn(Segment.prototype, 'take').mockRejectedValue(new Error('EIO'));
    onTestFinished(() => read.mockRestore());
    const up = sink();
    const { outbox, put, metric } = open(up.send);
    put(...ids(3));
    await until('a read has failed', () => metric('pipeline_spool_errors') > 0);
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    expect(read.mock.calls.length).toBeLessThanOrEqual(2);
    read.mockRestore();
    await until('the events have arrived', () => up.received.length === 3);
    await outbox.stop(5000);
  });

  test('leaves the segments of a running process alone', async () => {
    const first = open(sink(false).send);
    first.put(...ids(4));
    await until('they are written', () => first.counted('spooled') === 4);
    const up = sink();
    const second = open(up.send);
    second.put('other');
    await second.outbox.stop(5000);
    expect(up.received).toEqual(['other']);
    await first.outbox.stop(20);
    expect(await waiting()).toEqual(ids(4));
  });
});
