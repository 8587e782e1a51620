import { describe, expect, test, vi } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome, BidderTask } from '#src/auction/bidder-task.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { anAuction, aTask, plainAdapter, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { sameCurrency } from '#test/helpers/conversions.ts';
import { failureShare } from '#test/helpers/metrics.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';
import { type Scripted, ScriptedTransport } from '#test/helpers/transport.ts';

const bids = (price = 1): NonNullable<Scripted['response']> => ({
  body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price, crid: 'c' }] }] }),
});

interface Listening {
  readonly auction: Auction;
  readonly services: TestServices;
  readonly clock: WoundClock;
  readonly received: BidderOutcome[];
  readonly ended: () => boolean;
  readonly stop: () => void;
}

/** Calls `bidders` as scripted by name, under a deadline in `deadlineMs`. */
function listen(
  script: Record<string, Scripted | undefined>,
  deadlineMs: number | null = 100,
  tasks?: (names: string[]) => BidderTask[],
  settings: HostConfigInput = {},
): Listening {
  const clock = new WoundClock();
  const transport = new ScriptedTransport(clock, ({ uri }) => script[uri.slice(uri.lastIndexOf('/') + 1)]);
  const services = testServices({ clock, transport, settings });
  const names = Object.keys(script);
  const request = validRequest(names);
  const auction = anAuction(services, request, { tasks: tasks?.(names) ?? names.map((name) => aTask(name, request)) });
  auction.deadlineAt = deadlineMs === null ? undefined : clock.now() + deadlineMs;
  const received: BidderOutcome[] = [];
  let ended = false;
  const subscription = bidderCalls(auction, services).subscribe({
    next: ({ outcome }) => received.push(outcome),
    complete: () => {
      ended = true;
    },
  });
  return { auction, services, clock, received, ended: () => ended, stop: () => subscription.unsubscribe() };
}

const ends = (received: readonly BidderOutcome[]): string[] => received.map(({ bidder, kind }) => `${bidder}: ${kind}`);

describe('the bytes of an auction', () => {
  test('are limited: further bidders are not called, with one warning', () => {
    const script = { one: { response: bids() }, two: { response: bids() }, three: { response: bids() } };
    const length = JSON.stringify(validRequest(Object.keys(script))).length;
    const { auction, services, clock, received, ended } = listen(script, 100, undefined, {
      http_client: { max_auction_bytes: length + 50 },
    });
    clock.wind(10);
    expect([services.transport.sent.map(({ bidder }) => bidder), ended()]).toEqual([['one'], true]);
    expect(ends(received).sort()).toEqual(['one: bids', 'three: error', 'two: error']);
    const message = `calls of this auction exceed ${length + 50} bytes; some bidders are not called`;
    expect(auction.diagnostics.warnings.get('srv')).toEqual([{ code: 10999, message }]);
    expect(clock.pending).toBe(0);
  });
});

describe('the stream of bidder calls', () => {
  test('emits each bidder once, when it responds, and ends with the last', () => {
    const { clock, received, ended } = listen({ slow: { afterMs: 40, response: bids() }, quick: { afterMs: 10, response: bids() } });
    clock.wind(10);
    expect([ends(received), ended()]).toEqual([['quick: bids'], false]);
    clock.wind(30);
    expect([ends(received), ended()]).toEqual([['quick: bids', 'slow: bids'], true]);
    expect(clock.pending).toBe(0);
  });

  test('sets no timer but the deadline if every bidder responds in time', () => {
    const after = vi.spyOn(WoundClock.prototype, 'after');
    const { clock, ended } = listen({ quick: { afterMs: 10, response: bids() } });
    clock.wind(10);
    const delays = after.mock.calls.map(([ms]) => ms);
    after.mockRestore();
    expect([delays.sort((a, b) => a - b), ended()]).toEqual([[10, 100], true]);
  });

  test('ends at the deadline and reports late bidders', () => {
    const { clock, received, ended, auction } = listen({ late: { afterMs: 150, response: bids() }, quick: { response: bids() } });
    clock.wind(100);
    expect([ends(received), ended()]).toEqual([['quick: bids', 'late: timeout'], true]);
    expect(auction.diagnostics.errors.get('late')).toEqual([{ code: 1, message: 'context deadline exceeded' }]);
    expect(auction.nonBids).toEqual([{ seat: 'late', impId: 'imp-1', code: 101 }]);
  });

  test('discards a late response but counts it', () => {
    const { clock, auction, services } = listen({ late: { afterMs: 150, response: bids() } });
    clock.wind(1000);
    expect(auction.outcomes).toHaveLength(1);
    expect(services.metrics.expose()).toContain('adapter_late_responses{adapter="late"} 1');
  });

  test('counts no late response for a call that fails late', () => {
    const { clock, services } = listen({ late: { afterMs: 150, failure: { failure: 'other', message: 'reset' } } });
    clock.wind(1000);
    expect(services.metrics.expose()).toContain('adapter_late_responses{adapter="late"} 0');
    expect(failureShare(services.metrics, 'late')).toBeCloseTo(0.001);
  });

  test('cancels calls that stay silent after the deadline', () => {
    const { clock, services } = listen({ silent: undefined });
    clock.wind(100);
    expect(services.transport.cancelled).toBe(0);
    clock.wind(1000);
    expect(services.transport.cancelled).toBe(1);
  });

  test('frees the slot of calls that never end, and counts them against the bidder', () => {
    const { clock, services } = listen({ silent: undefined });
    const { health } = services;
    clock.wind(1100);
    expect(services.transport.cancelled).toBe(1);
    expect(failureShare(services.metrics, 'silent')).toBeCloseTo(0.001);
    for (let i = 0; i < 1000; i++) expect(health.admit('silent')).toBeUndefined();
    expect(health.admit('silent')).toBe('Bidder silent has too many calls in flight');
  });

  test('counts late responses against the bidder, and cancelled calls against none', () => {
    const late = listen({ late: { afterMs: 150, response: bids() } });
    late.clock.wind(1100);
    expect(failureShare(late.services.metrics, 'late')).toBeCloseTo(0.001);
    const left = listen({ silent: undefined });
    left.stop();
    left.clock.wind(1100);
    expect(failureShare(left.services.metrics, 'silent')).toBe(0);
  });

  test.each([
    ['an answer', { response: bids() }, 0],
    ['no bid', { response: { status: 204 } }, 0],
    ['a refusal', { response: { status: 400 } }, 0],
    ['an answer that did not wait long', { response: bids(), waitedMs: 50 }, 0],
    ['a long wait for a connection', { response: bids(), waitedMs: 51 }, 0.001],
    ['an error of the server', { response: { status: 500 } }, 0.001],
    ['a connection that broke', { failure: { failure: 'other', message: 'reset' } as const }, 0.001],
  ])('weights %s against the bidder correctly', (_, how, share) => {
    const { clock, services } = listen({ one: how });
    clock.wind(10);
    expect(failureShare(services.metrics, 'one')).toBeCloseTo(share, 6);
  });

  test('cancels waiting calls on unsubscribe', () => {
    const { services, stop, clock } = listen({ silent: undefined, slow: { afterMs: 50 } });
    stop();
    expect(services.transport.cancelled).toBe(2);
    expect(clock.pending).toBe(0);
  });

  test('limits a bidder to a shorter timeout of its own', () => {
    const request = validRequest(['hurried']);
    const { clock, received, ended } = listen({ hurried: { afterMs: 50, response: bids() } }, 100, () => [
      aTask('hurried', request, { timeoutMs: 20 }),
    ]);
    clock.wind(20);
    expect([ends(received), ended()]).toEqual([['hurried: timeout'], true]);
  });

  test('makes no call after the deadline', () => {
    const { auction, ended, clock } = listen({ quick: { response: bids() } }, 0);
    clock.wind(0);
    expect([ended(), auction.outcomes.map(({ kind, calls }) => [kind, calls.map(({ sentBody }) => sentBody)])]).toEqual([
      true,
      [['timeout', [undefined]]],
    ]);
    expect(auction.diagnostics.errors.get('quick')).toEqual([{ code: 1, message: 'context deadline exceeded' }]);
    expect(auction.nonBids).toEqual([{ seat: 'quick', impId: 'imp-1', code: 101 }]);
  });

  test('gives bidders of the Java variant at least the announced time', () => {
    const settings = { variant: 'java', auction: { biddertmax: { min: 80 } } } as const;
    const { clock, received, ended } = listen({ late: { afterMs: 79, response: bids() }, silent: undefined }, 20, undefined, settings);
    clock.wind(79);
    expect([ends(received), ended()]).toEqual([['late: bids'], false]);
    clock.wind(1);
    expect([ends(received), ended()]).toEqual([['late: bids', 'silent: timeout'], true]);
  });

  test('limits calls even if the auction has no deadline', () => {
    const { clock, ended } = listen({ silent: undefined }, null);
    clock.wind(9_999);
    expect(ended()).toBe(false);
    clock.wind(1);
    expect(ended()).toBe(true);
  });

  test('distinguishes a refused connection, garbage and an error status', () => {
    const { clock, received, auction } = listen({
      refused: { failure: { failure: 'unreachable', message: 'connection refused' } },
      garbage: { response: { body: '<html>' } },
      ill: { response: { status: 500 } },
      empty: { response: { status: 204 } },
    });
    clock.wind(1);
    expect(ends(received)).toEqual(['refused: error', 'garbage: error', 'ill: error', 'empty: no-bid']);
    expect([...auction.diagnostics.errors.keys()]).toEqual(['refused', 'garbage', 'ill']);
    expect(auction.nonBids.map(({ seat, code }) => [seat, code])).toEqual([
      ['refused', 103],
      ['garbage', 100],
      ['ill', 100],
    ]);
  });

  test('counts timeout notices by delivery, and logs those the host configures', () => {
    const request = validRequest(['late']);
    const notice = (name: string) => ({ method: 'POST', uri: `http://bidder.example/${name}`, headers: {}, impIds: [] }) as const;
    const tasks = ['received', 'deaf'].map((name) =>
      aTask('late', request, { adapter: { ...plainAdapter('late'), timeoutNotice: () => notice(name) } }),
    );
    const noticed = (settings: HostConfigInput['debug']) => {
      const script = { late: undefined, received: { response: { status: 204 } }, deaf: undefined };
      const { clock, services } = listen(script, 100, () => tasks, { debug: settings });
      const info = vi.spyOn(services.log, 'info');
      clock.wind(1500);
      const logged = info.mock.calls.map(([fields]) => fields);
      info.mockRestore();
      return { text: services.metrics.expose(), logged };
    };
    const { text, logged } = noticed({});
    expect(text).toContain('timeout_notification{success="ok"} 1');
    expect(text).toContain('timeout_notification{success="failed"} 1');
    const failed = { bidder: 'late', error: 'no response in time' };
    const reported = (timeout_notification: object) => noticed({ timeout_notification }).logged;
    expect([logged, reported({ log: true }), reported({ sampling_rate: 1 })]).toEqual([[], [], []]);
    expect(reported({ log: true, sampling_rate: 1 })).toEqual([{ bidder: 'late', status: 204 }, failed]);
    expect(reported({ log: true, sampling_rate: 0.6, fail_only: true })).toEqual([failed]);
  });

  test('sends timeout notices with the headers of the call, in the Java variant with their own', () => {
    const request = validRequest(['late']);
    const notice = { method: 'GET', uri: 'http://bidder.example/notice', headers: { Accept: 'a' }, impIds: [] } as const;
    const adapter = { ...plainAdapter('late'), timeoutNotice: () => notice };
    const [call] = adapter.makeRequests(request, sameCurrency).calls;
    if (!call) throw new Error('the plain adapter makes a call');
    const noticed = (variant: 'go' | 'java') => {
      const task = aTask('late', request, { adapter, calls: [{ ...call, headers: { 'X-One': 'Z\n', Accept: 'b' } }] });
      const { clock, services } = listen({ late: undefined, notice: undefined }, 100, () => [task], { variant });
      clock.wind(100);
      return services.transport.sent.find(({ uri }) => uri.endsWith('/notice'))?.headers;
    };
    expect([noticed('go'), noticed('java')]).toEqual([{ 'X-One': 'Z?', Accept: 'a' }, { Accept: 'a' }]);
  });

  test('emits a bidder with several calls once all are in', () => {
    const request = validRequest(['twice'], 2);
    const adapter = plainAdapter('twice');
    const { calls } = adapter.makeRequests(request, sameCurrency);
    const task = aTask('twice', request, { adapter, calls: [...calls, ...calls] });
    const { clock, received } = listen({ twice: { afterMs: 5, response: bids() } }, 100, () => [task]);
    clock.wind(5);
    expect(received).toHaveLength(1);
    expect(received[0]?.calls).toHaveLength(2);
  });

  test('reads stored responses without any call', () => {
    const request = validRequest(['stored']);
    const stored = { bidder: 'stored', impId: 'imp-1', body: String(bids().body), replaceImpId: true };
    const { received, services, ended } = listen({ stored: undefined }, 100, () => [
      aTask('stored', request, { calls: [], storedResponses: [stored] }),
    ]);
    expect([ends(received), ended(), services.transport.sent.length]).toEqual([['stored: bids'], true, 0]);
  });

  test('reads a stored response in place of a call, which is shown as it would have been sent', () => {
    const request = validRequest(['stored']);
    const adapter = plainAdapter('stored');
    const [call] = adapter.makeRequests(request, sameCurrency).calls;
    const makeBids = vi.fn(adapter.makeBids);
    const stored = { bidder: 'stored', impId: 'imp-1', body: String(bids().body), replaceImpId: true, call };
    const { received, services } = listen({ stored: undefined }, 100, () => [
      aTask('stored', request, { adapter: { ...adapter, makeBids }, calls: [], storedResponses: [stored] }),
    ]);
    expect([ends(received), services.transport.sent.length]).toEqual([['stored: bids'], 0]);
    expect(makeBids.mock.calls[0]?.[1]).toBe(call);
    expect(received[0]?.calls[0]?.sentBody?.()).toBe(JSON.stringify(request));
    expect(received[0]?.calls[0]?.sentHeaders).toHaveProperty('X-Prebid');
  });

  test('shortens the time of bidders if bids will be cached', () => {
    const clock = new WoundClock();
    const services = testServices({ clock, transport: new ScriptedTransport(clock, () => undefined) });
    const request = validRequest(['silent']);
    const auction = anAuction(services, request, { tasks: [aTask('silent', request)], deadlineAt: clock.now() + 100 });
    auction.caching = { ...auction.caching, bids: true };
    let ended = false;
    bidderCalls(auction, services).subscribe({ complete: () => (ended = true) });
    clock.wind(90);
    expect(ended).toBe(true);
  });
});
