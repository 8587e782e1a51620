import { afterEach, describe, expect, test } from 'vitest';
import type { TapHub } from '#streams/taps.ts';
import { TestSink, type TestTaps, testTaps, wish } from '#test/helpers/tap-hub.ts';

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
  test('listens to nothing while nobody has asked for anything', () => {
    const { hub, bus } = taps();
    expect(bus.watched('admin')).toBe(false);
    const tap = hub.connect(new TestSink());
    expect(bus.watched('admin')).toBe(false);
    tap.subscribe(wish({ kinds: ['admin'] }));
    expect([bus.watched('admin'), bus.watched('auction'), bus.watched('recording')]).toEqual([true, false, false]);
  });

  test('goes on listening for a while when its last client has gone, then stops', () => {
    const { hub, bus, clock } = taps({ resume_ms: 1000 });
    const tap = hub.connect(new TestSink());
    tap.subscribe(wish({ kinds: ['admin'], recording: true }));
    tap.close();
    clock.wind(999);
    expect([bus.watched('admin'), bus.watched('recording')]).toEqual([true, true]);
    clock.wind(1);
    expect([bus.watched('admin'), bus.watched('recording')]).toEqual([false, false]);
    expect(clock.pending).toBe(0);
  });

  test('says hello, shows the state of things, then tells events in versioned envelopes', () => {
    const { hub, publish, clock, flushed } = taps();
    const sink = new TestSink();
    hub.connect(sink).subscribe(wish({ kinds: ['admin'] }));
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

  test('gathers events, and gives the same bytes to all who want the same', () => {
    const { hub, publish, flushed } = taps();
    const sinks = [new TestSink(), new TestSink(), new TestSink()];
    for (const sink of sinks) hub.connect(sink).subscribe(wish({ kinds: ['admin'] }));
    for (let i = 0; i < 10; i++) publish();
    flushed();
    const [first, ...others] = sinks.map(({ frames }) => frames.at(-1));
    expect(first?.toString().split('\n').length).toBe(11);
    for (const frame of others) expect(frame).toBe(first);
  });

  test('shows the last events to who comes later', () => {
    const { hub, publish, flushed } = taps();
    hub.connect(new TestSink()).subscribe(wish({ kinds: ['admin'] }));
    for (let i = 0; i < 3; i++) publish();
    flushed();
    const late = new TestSink();
    hub.connect(late).subscribe(wish({ kinds: ['admin'] }));
    expect(late.messages[1]).toMatchObject({ type: 'snapshot', recent: 3 });
    publish();
    flushed();
    expect(late.seqs).toEqual([1, 2, 3, 4]);
  });

  test('tells nothing twice to who subscribes while a batch is waiting', () => {
    const { hub, publish, flushed } = taps();
    hub.connect(new TestSink()).subscribe(wish({ kinds: ['admin'] }));
    publish();
    const late = new TestSink();
    hub.connect(late).subscribe(wish({ kinds: ['admin'] }));
    publish();
    flushed();
    expect(late.seqs).toEqual([1, 2]);
  });

  test('goes on where a client left off', () => {
    const { hub, publish, flushed } = taps();
    const sink = new TestSink();
    const tap = hub.connect(sink);
    tap.subscribe(wish({ kinds: ['admin'] }));
    publish();
    publish();
    flushed();
    tap.close();
    for (let i = 0; i < 150; i++) publish();
    flushed();
    const back = new TestSink();
    hub.connect(back).subscribe(wish({ kinds: ['admin'] }), { session: 'run-1', seq: 2 });
    flushed();
    expect(back.messages[1]).toMatchObject({ type: 'snapshot', resumed: true, missed: false, recent: 150 });
    expect(back.seqs).toEqual(Array.from({ length: 150 }, (_, i) => i + 3));
  });

  test.each([
    ['another run of the host', { session: 'run-0', seq: 1 }, false],
    ['events that are no longer kept', { session: 'run-1', seq: 1 }, true],
  ])('says that something was missed after %s', (_, resume, resumed) => {
    const { hub, publish, flushed } = taps({ ring_events: 5 });
    hub.connect(new TestSink()).subscribe(wish({ kinds: ['admin'] }));
    for (let i = 0; i < 10; i++) publish();
    flushed();
    const back = new TestSink();
    hub.connect(back).subscribe(wish({ kinds: ['admin'] }), resume);
    expect(back.messages[1]).toMatchObject({ type: 'snapshot', resumed, missed: true });
    expect(back.seqs).toEqual([6, 7, 8, 9, 10]);
  });

  test('costs a bounded number of bytes when its client never reads', () => {
    const queue_bytes = 64 * 1024;
    const { hub, publish, flushed } = taps({ queue_bytes });
    const sink = new TestSink();
    sink.isStuck = true;
    hub.connect(sink).subscribe(wish({ kinds: ['admin'] }));
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 300; i++) publish({ data: { action: 'x'.repeat(1000) } });
      flushed();
      expect(sink.buffered).toBeLessThanOrEqual(queue_bytes);
    }
  });

  test('counts what it had to drop and says so in its place', () => {
    const { hub, publish, flushed } = taps({ queue_events: 10 });
    const sink = new TestSink();
    const tap = hub.connect(sink);
    tap.subscribe(wish({ kinds: ['admin'] }));
    sink.isStuck = true;
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 4; i++) publish({ data: { action: 'x'.repeat(9000) } });
      flushed();
    }
    sink.unstick();
    publish();
    flushed();
    const told = sink.messages.filter(({ type }) => type === 'event' || type === 'dropped');
    const dropped = told.filter(({ type }) => type === 'dropped');
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
    const at = told.findIndex(({ type }) => type === 'dropped');
    expect(told[at - 1]?.['seq']).toBe(first - 1);
    expect(told[at + 1]?.['seq']).toBe(last + 1);
  });

  test('takes one event of any size where nothing waits', () => {
    const { hub, publish, flushed } = taps({ queue_bytes: 65536 });
    const sink = new TestSink();
    hub.connect(sink).subscribe(wish({ kinds: ['admin'] }));
    publish({ data: { action: 'x'.repeat(300_000) } });
    flushed();
    expect(sink.seqs).toEqual([1]);
  });

  test('keeps the last events by count and by bytes', () => {
    const { hub, publish, flushed } = taps({ ring_bytes: 5000 });
    hub.connect(new TestSink()).subscribe(wish({ kinds: ['admin'] }));
    for (let i = 0; i < 50; i++) publish({ data: { action: 'x'.repeat(980) } });
    flushed();
    const late = new TestSink();
    hub.connect(late).subscribe(wish({ kinds: ['admin'] }));
    expect(late.seqs).toEqual([46, 47, 48, 49, 50]);
  });

  test('answers a client no more that asks and never reads', () => {
    const { hub } = taps();
    const sink = new TestSink();
    sink.isStuck = true;
    const tap = hub.connect(sink);
    for (let i = 0; i < 1000; i++) tap.tell(Buffer.alloc(1000));
    expect(sink.buffered).toBeLessThan(20_000);
    expect(hub.waiting).toBe(sink.buffered);
    sink.unstick();
    expect(hub.waiting).toBe(0);
  });

  test('tells what a subscription begins with, however long it is', () => {
    const { hub } = taps();
    const sink = new TestSink();
    sink.isStuck = true;
    const tap = hub.connect(sink);
    tap.tell(Buffer.from(`{"type":"settings","text":"${'x'.repeat(500_000)}"}\n`), true);
    tap.subscribe(wish());
    sink.unstick();
    expect(typesOf(sink)).toEqual(['hello', 'settings', 'snapshot']);
  });

  test('keeps no more wishes of those who have gone than there may be clients', () => {
    const { hub, clock } = taps({ max_clients: 3 });
    const tap = hub.connect(new TestSink());
    for (let i = 1; i <= 50; i++) {
      tap.subscribe(wish({ auction: i }));
      tap.unsubscribe();
    }
    // and the timer of batches
    expect(clock.pending).toBe(3 + 1);
  });

  test('leaves out an event that cannot be told, and goes on', () => {
    const { hub, publish, flushed } = taps();
    const sink = new TestSink();
    hub.connect(sink).subscribe(wish({ kinds: ['admin', 'sync'] }));
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    publish({ data: circle });
    publish();
    flushed();
    expect(sink.seqs).toEqual([1]);
  });
});
