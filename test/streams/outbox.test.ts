import { describe, expect, test } from 'vitest';
import { Undeliverable } from '#src/net/post.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import type { Send } from '#streams/attempts.ts';
import type { Batch } from '#streams/batch.ts';
import { type GiveUp, Outbox, type OutboxSettings } from '#streams/outbox.ts';
import { settle } from '#test/helpers/analytics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { pinnedRandom } from '#test/helpers/services.ts';

const settings: OutboxSettings = {
  batch: { count: 2, bytes: 1000, ms: 100 },
  buffer: { count: 10, bytes: 10_000 },
  retry: { attempts: 3, firstMs: 100, maxMs: 1000 },
  timeoutMs: 500,
  parallel: 1,
};

function open(send: Send, over: Partial<OutboxSettings> = {}, giveUp?: GiveUp) {
  const clock = new WoundClock();
  const metrics = new MetricsRegistry();
  const logged: string[] = [];
  const note = (_fields: object, message: string): void => {
    logged.push(message);
  };
  const log = { debug() {}, warn() {}, info: note, error: note };
  const outbox = new Outbox('test', { ...settings, ...over }, send, { clock, metrics, log, random: pinnedRandom }, giveUp);
  const put = (...messages: readonly string[]): void => {
    for (const message of messages) if (outbox.hasRoom()) outbox.put(message, clock.now());
  };
  const counted = (): Record<string, number> =>
    Object.fromEntries(
      metrics
        .read()
        .flatMap(({ name, series }) =>
          series.map(({ labels, value }) => [`${name.replace('pipeline_', '')} ${labels['result'] ?? ''}`.trim(), Number(value)] as const),
        )
        .filter(([, value]) => value !== 0),
    );
  return { outbox, clock, put, counted, logged };
}

/** Sends that fail with these causes in turn, then succeed. */
function failing(...causes: readonly Error[]) {
  const sent: string[] = [];
  let tries = 0;
  const send: Send = async ({ items }) => {
    const cause = causes[tries++];
    if (cause) throw cause;
    sent.push(items.map(({ text }) => text).join(''));
  };
  return { send, sent, tries: () => tries };
}

const never: Send = () => new Promise(() => {});

describe('the outbox', () => {
  test('delivers in order and counts', async () => {
    const { send, sent } = failing();
    const { put, counted, clock } = open(send);
    put('a', 'b', 'c');
    await settle();
    expect(sent).toEqual(['ab']);
    expect(counted()).toEqual({ 'events sent': 2, 'send_attempts ok': 1, waiting_events: 1, waiting_bytes: 1 });
    clock.wind(100);
    await settle();
    expect(sent).toEqual(['ab', 'c']);
    expect(counted()).toEqual({ 'events sent': 3, 'send_attempts ok': 2 });
  });

  test('retries after growing pauses, and logs once that it fails and once that it recovers', async () => {
    const { send, sent, tries } = failing(new Error('no'), new Error('no'));
    const { put, counted, clock, logged } = open(send);
    put('a', 'b');
    await settle();
    expect(tries()).toBe(1);
    clock.wind(99);
    await settle();
    expect(tries()).toBe(1);
    clock.wind(1);
    await settle();
    expect(tries()).toBe(2);
    clock.wind(200);
    await settle();
    expect(sent).toEqual(['ab']);
    expect(counted()).toEqual({ 'events sent': 2, 'send_attempts ok': 1, 'send_attempts failed': 2 });
    expect(logged).toEqual(['analytics pipeline delivery failed', 'analytics pipeline recovered']);
  });

  test('gives a batch up after its last attempt and continues with the next', async () => {
    const no = new Error('no');
    const { send, sent } = failing(no, no, no);
    const lost: unknown[] = [];
    const giveUp: GiveUp = async ({ items }, cause) => void lost.push([items.map(({ text }) => text), cause]);
    const { put, counted, clock } = open(send, {}, giveUp);
    put('a', 'b', 'c', 'd');
    for (const ms of [100, 200, 0]) {
      await settle();
      clock.wind(ms);
    }
    await settle();
    expect([sent, lost]).toEqual([['cd'], [[['a', 'b'], no]]]);
    expect(counted()).toEqual({ 'events sent': 2, 'events failed': 2, 'send_attempts ok': 1, 'send_attempts failed': 3 });
  });

  test('does not retry undeliverable batches', async () => {
    const { send, tries } = failing(new Undeliverable('400'));
    const { put, counted } = open(send);
    put('a', 'b');
    await settle();
    expect(tries()).toBe(1);
    expect(counted()).toEqual({ 'events failed': 2, 'send_attempts failed': 1 });
  });

  test('counts a send that throws as failed', async () => {
    const { put, counted } = open(
      () => {
        throw new Error('broken');
      },
      { retry: { attempts: 1, firstMs: 1, maxMs: 1 } },
    );
    put('a', 'b');
    await settle();
    expect(counted()).toEqual({ 'events failed': 2, 'send_attempts failed': 1 });
  });

  test('ends an attempt at its timeout and signals it', async () => {
    const signals: AbortSignal[] = [];
    const send: Send = (_batch: Batch, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const { put, clock, counted } = open(send, { retry: { attempts: 2, firstMs: 10, maxMs: 10 } });
    put('a', 'b');
    clock.wind(500);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    clock.wind(10);
    clock.wind(500);
    expect(signals).toHaveLength(2);
    expect(counted()).toEqual({ 'events failed': 2, 'send_attempts failed': 2 });
  });

  test('drops and counts items beyond the limits, by number and by bytes', () => {
    const { put, counted } = open(never);
    put(...Array.from({ length: 15 }, () => 'x'));
    expect(counted()).toEqual({ 'events full': 5, waiting_events: 10, waiting_bytes: 10 });
    const small = open(never, { buffer: { count: 100, bytes: 25 } });
    small.put('0123456789', '0123456789', '0123456789', 'x');
    expect(small.counted()).toEqual({ 'events full': 1, waiting_events: 3, waiting_bytes: 21 });
  });

  test('sends several batches concurrently if configured', async () => {
    const live: Batch[] = [];
    const { put } = open(
      (batch) => {
        live.push(batch);
        return new Promise(() => {});
      },
      { parallel: 2 },
    );
    put('a', 'b', 'c', 'd', 'e', 'f');
    expect(live.map(({ items }) => items[0]?.text)).toEqual(['a', 'c']);
  });

  test('sends its content when it stops, and accepts nothing more', async () => {
    const { send, sent } = failing();
    const { put, outbox, counted } = open(send);
    put('a');
    await outbox.stop(1000);
    put('b');
    outbox.put('c', 0);
    expect(sent).toEqual(['a']);
    expect(counted()).toEqual({ 'events sent': 1, 'events stopped': 2, 'send_attempts ok': 1 });
  });

  test('drops what is left when the grace period ends', async () => {
    const { put, outbox, counted, clock } = open(never);
    put('a', 'b', 'c');
    const stopped = outbox.stop(300);
    clock.wind(300);
    await stopped;
    expect(counted()).toEqual({ 'events stopped': 3 });
    expect(clock.pending).toBe(0);
  });
});
