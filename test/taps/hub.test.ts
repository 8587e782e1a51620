import { afterEach, describe, expect, test } from 'vitest';
import type { TapHub } from '#src/taps/hub.ts';
import { subscription, TestSink, type TestTaps, testTaps } from '#test/helpers/tap-hub.ts';

const hubs: TapHub[] = [];

const taps = (over: Parameters<typeof testTaps>[0] = {}): TestTaps => {
  const made = testTaps(over);
  hubs.push(made.hub);
  return made;
};

afterEach(() => {
  for (const hub of hubs.splice(0)) hub.stop();
});

const typesOf = (sink: TestSink): unknown[] => sink.messages.map(({ type }) => type);

describe('a tap', () => {
  test('does not subscribe to the bus without a subscription', () => {
    const { hub, bus } = taps();
    expect(bus.hasSubscribers('admin')).toBe(false);
    const tap = hub.connect(new TestSink());
    expect(bus.hasSubscribers('admin')).toBe(false);
    tap.subscribe(subscription({ kinds: ['admin'] }));
    expect([bus.hasSubscribers('admin'), bus.hasSubscribers('auction'), bus.hasSubscribers('recording')]).toEqual([true, false, false]);
  });

  test('stays subscribed for a while after its last client disconnected, then stops', () => {
    const { hub, bus, clock } = taps({ resume_ms: 1000 });
    const tap = hub.connect(new TestSink());
    tap.subscribe(subscription({ kinds: ['admin'], recording: true }));
    tap.close();
    clock.wind(999);
    expect([bus.hasSubscribers('admin'), bus.hasSubscribers('recording')]).toEqual([true, true]);
    clock.wind(1);
    expect([bus.hasSubscribers('admin'), bus.hasSubscribers('recording')]).toEqual([false, false]);
    expect(clock.pending).toBe(0);
  });

  test('sends hello, the state snapshot, then events in versioned envelopes', () => {
    const { hub, publish, clock, flushed } = taps();
    const sink = new TestSink();
    hub.connect(sink).subscribe(subscription({ kinds: ['admin'] }));
    const at = clock.now();
    publish({ account: 'a', bidder: 'b', auction: 7, request: 'r"1' });
    flushed();
    expect(typesOf(sink)).toEqual(['hello', 'snapshot', 'event']);
    expect(sink.messages[0]).toMatchObject({ v: 1, session: 'run-1', seq: 0, heartbeatMs: 15000, host: { version: 'test' } });
    expect(sink.messages[1]).toMatchObject({ v: 1, seq: 0, recent: 0, resumed: false, missed: false });
    expect(sink.messages[2]).toEqual({
      v: 1,
      type: 'event',
      seq: 1,
      kind: 'admin',
      at,
      auction: 7,
      request: 'r"1',
      account: 'a',
      bidder: 'b',
      data: { action: 'change 1' },
    });
  });

  test('collects events, and shares bytes among clients with the same subscription', () => {
    const { hub, publish, flushed } = taps();
    const sinks = [new TestSink(), new TestSink(), new TestSink()];
    for (const sink of sinks) hub.connect(sink).subscribe(subscription({ kinds: ['admin'] }));
    for (let i = 0; i < 10; i++) publish();
    flushed();
    const [first, ...others] = sinks.map(({ frames }) => frames.at(-1));
    expect(first?.toString().split('\n').length).toBe(11);
    for (const frame of others) expect(frame).toBe(first);
  });

  test('sends recent events to new clients', () => {
    const { hub, publish, flushed } = taps();
    hub.connect(new TestSink()).subscribe(subscription({ kinds: ['admin'] }));
    for (let i = 0; i < 3; i++) publish();
    flushed();
    const late = new TestSink();
    hub.connect(late).subscribe(subscription({ kinds: ['admin'] }));
    expect(late.messages[1]).toMatchObject({ type: 'snapshot', recent: 3 });
    publish();
    flushed();
    expect(late.seqs).toEqual([1, 2, 3, 4]);
  });

  test('sends nothing twice to a client that subscribes while a batch is waiting', () => {
    const { hub, publish, flushed } = taps();
    hub.connect(new TestSink()).subscribe(subscription({ kinds: ['admin'] }));
    publish();
    const late = new TestSink();
    hub.connect(late).subscribe(subscription({ kinds: ['admin'] }));
    publish();
    flushed();
    expect(late.seqs).toEqual([1, 2]);
  });

  test('resumes where a client left off', () => {
    const { hub, publish, flushed } = taps();
    const sink = new TestSink();
    const tap = hub.connect(sink);
    tap.subscribe(subscription({ kinds: ['admin'] }));
    publish();
    publish();
    flushed();
    tap.close();
    for (let i = 0; i < 150; i++) publish();
    flushed();
    const back = new TestSink();
    hub.connect(back).subscribe(subscription({ kinds: ['admin'] }), { session: 'run-1', seq: 2 });
    flushed();
    expect(back.messages[1]).toMatchObject({ type: 'snapshot', resumed: true, missed: false, recent: 150 });
    expect(back.seqs).toEqual(Array.from({ length: 150 }, (_, i) => i + 3));
  });

  test.each([
    ['another run of the host', { session: 'run-0', seq: 1 }, false],
    ['events that are no longer kept', { session: 'run-1', seq: 1 }, true],
  ])('reports lost events after %s', (_, resume, resumed) => {
    const { hub, publish, flushed } = taps({ ring_events: 5 });
    hub.connect(new TestSink()).subscribe(subscription({ kinds: ['admin'] }));
    for (let i = 0; i < 10; i++) publish();
    flushed();
    const back = new TestSink();
    hub.connect(back).subscribe(subscription({ kinds: ['admin'] }), resume);
    expect(back.messages[1]).toMatchObject({ type: 'snapshot', resumed, missed: true });
    expect(back.seqs).toEqual([6, 7, 8, 9, 10]);
  });

  test('uses a limited number of bytes for a client that never reads', () => {
    const queue_bytes = 64 * 1024;
    const { hub, publish, flushed } = taps({ queue_bytes });
    const sink = new TestSink();
    sink.isStuck = true;
    hub.connect(sink).subscribe(subscription({ kinds: ['admin'] }));
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 300; i++) publish({ data: { action: 'x'.repeat(1000) } });
      flushed();
      expect(sink.buffered).toBeLessThanOrEqual(queue_bytes);
    }
  });

  test('counts dropped events and reports them in sequence', () => {
    const { hub, publish, flushed } = taps({ queue_events: 10 });
    const sink = new TestSink();
    const tap = hub.connect(sink);
    tap.subscribe(subscription({ kinds: ['admin'] }));
    sink.isStuck = true;
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 4; i++) publish({ data: { action: 'x'.repeat(9000) } });
      flushed();
    }
    sink.unstick();
    publish();
    flushed();
    const reported = sink.messages.filter(({ type }) => type === 'event' || type === 'dropped');
    const dropped = reported.filter(({ type }) => type === 'dropped');
    expect(dropped.length).toBe(1);
    const [{ count, total, first, last } = { count: 0, total: 0, first: 0, last: 0 }] = dropped as {
      count: number;
      total: number;
      first: number;
      last: number;
    }[];
    expect([count, tap.dropped]).toEqual([total, total]);
    expect(sink.seqs.length + total).toBe(33);
    expect(last - first + 1).toBe(count);
    const at = reported.findIndex(({ type }) => type === 'dropped');
    expect(reported[at - 1]?.['seq']).toBe(first - 1);
    expect(reported[at + 1]?.['seq']).toBe(last + 1);
  });

  test('accepts one event of any size if nothing waits', () => {
    const { hub, publish, flushed } = taps({ queue_bytes: 65536 });
    const sink = new TestSink();
    hub.connect(sink).subscribe(subscription({ kinds: ['admin'] }));
    publish({ data: { action: 'x'.repeat(300_000) } });
    flushed();
    expect(sink.seqs).toEqual([1]);
  });

  test('stores recent events by bytes', () => {
    const { hub, publish, flushed } = taps({ ring_bytes: 5000 });
    hub.connect(new TestSink()).subscribe(subscription({ kinds: ['admin'] }));
    for (let i = 0; i < 50; i++) publish({ data: { action: 'x'.repeat(980) } });
    flushed();
    const late = new TestSink();
    hub.connect(late).subscribe(subscription({ kinds: ['admin'] }));
    expect(late.seqs).toEqual([46, 47, 48, 49, 50]);
  });

  test('stores the last events of several batches by count', () => {
    const { hub, publish, flushed } = taps({ ring_events: 4 });
    hub.connect(new TestSink()).subscribe(subscription({ kinds: ['admin'] }));
    const recent = [3, 3, 1, 1, 1, 1, 6, 2, 1].map((batch) => {
      for (let i = 0; i < batch; i++) publish();
      flushed();
      const late = new TestSink();
      const tap = hub.connect(late);
      tap.subscribe(subscription({ kinds: ['admin'] }));
      tap.close();
      return late.seqs;
    });
    const last = (seq: number): number[] => [seq - 3, seq - 2, seq - 1, seq];
    expect(recent).toEqual([[1, 2, 3], ...[6, 7, 8, 9, 10, 16, 18, 19].map(last)]);
  });

  test('stops responding to a client that sends requests without reading', () => {
    const { hub } = taps();
    const sink = new TestSink();
    sink.isStuck = true;
    const tap = hub.connect(sink);
    for (let i = 0; i < 1000; i++) tap.send(Buffer.alloc(1000));
    expect(sink.buffered).toBeLessThan(20_000);
    expect(hub.waiting).toBe(sink.buffered);
    sink.unstick();
    expect(hub.waiting).toBe(0);
  });

  test('sends the beginning of a subscription, however long it is', () => {
    const { hub } = taps();
    const sink = new TestSink();
    sink.isStuck = true;
    const tap = hub.connect(sink);
    tap.send(Buffer.from(`{"type":"settings","text":"${'x'.repeat(500_000)}"}\n`), true);
    tap.subscribe(subscription());
    sink.unstick();
    expect(typesOf(sink)).toEqual(['hello', 'settings', 'snapshot']);
  });

  test('stores subscriptions of disconnected clients up to the max number of clients', () => {
    const { hub, clock } = taps({ max_clients: 3 });
    const tap = hub.connect(new TestSink());
    for (let i = 1; i <= 50; i++) {
      tap.subscribe(subscription({ auction: i }));
      tap.unsubscribe();
    }
    // and the timer of batches
    expect(clock.pending).toBe(3 + 1);
  });

  test('skips an event that cannot be rendered, and continues', () => {
    const { hub, publish, flushed } = taps();
    const sink = new TestSink();
    hub.connect(sink).subscribe(subscription({ kinds: ['admin', 'sync'] }));
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    publish({ data: circle });
    publish();
    flushed();
    expect(sink.seqs).toEqual([1]);
  });
});
