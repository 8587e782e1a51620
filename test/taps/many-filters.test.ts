/** A thousand clients that read nothing, each with a filter of its own. */
import { expect, test } from 'vitest';
import { CompiledSubscriptions } from '#src/taps/compiled.ts';
import { subscription, TestSink, testTaps } from '#test/helpers/tap-hub.ts';

const CLIENTS = 1000;
const MIB = 1024 * 1024;
const TOTAL_BYTES = 8 * MIB;
const EVENT_BYTES = 2000;
/** One message in flight per client, however little memory is left. */
const MESSAGE_BYTES = 16 * 1024 + EVENT_BYTES;

test('1,000 stuck clients with 1,000 filters wait within one total, and learn their losses when they read', () => {
  const taps = testTaps({ total_queue_bytes: TOTAL_BYTES, max_clients: CLIENTS, ring_events: 10 });
  const sinks = Array.from({ length: CLIENTS }, () => new TestSink());
  for (const [i, sink] of sinks.entries()) {
    sink.isStuck = true;
    // A share of its own makes a client's bytes its own.
    taps.hub.connect(sink).subscribe(subscription({ kinds: ['cache'], find: 'req', sample: 1 - (i + 1) / 1e6 }));
  }
  const data = { action: 'put', filler: 'x'.repeat(EVENT_BYTES) };
  let highest = 0;
  for (let auction = 1; auction <= 20; auction++) {
    taps.publish({ kind: 'cache', auction, request: 'req-1', data });
    taps.flushed();
    highest = Math.max(highest, taps.hub.waiting);
  }
  expect(highest).toBeGreaterThan(TOTAL_BYTES / 2);
  expect(highest).toBeLessThan(TOTAL_BYTES + CLIENTS * MESSAGE_BYTES);
  for (const sink of sinks) sink.unstick();
  expect(taps.hub.waiting).toBe(0);
  expect(sinks.every(({ messages }) => messages.some(({ type }) => type === 'dropped'))).toBe(true);
});

test('equal subscriptions are compiled once, and forgotten when nobody has them', () => {
  const compiled = new CompiledSubscriptions();
  const [one, same, other] = [{ find: 'a' }, { find: 'a' }, { find: 'b' }].map((over) => compiled.of(subscription(over)));
  expect([same === one, other === one, compiled.size]).toEqual([true, false, 2]);
  compiled.retain(new Set(one ? [one] : []));
  expect(compiled.size).toBe(1);
});
