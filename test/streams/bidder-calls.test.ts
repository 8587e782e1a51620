import { describe, expect, test, vi } from 'vitest';
import type { Auction, BidderOutcome, BidderTask } from '#src/auction/auction.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import type { HealthBook } from '#streams/health.ts';
import { anAuction, aTask, plainAdapter, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';
import { type Scripted, ScriptedTransport } from '#test/helpers/transport.ts';

const bids = (price = 1): NonNullable<Scripted['answer']> => ({
  body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price, crid: 'c' }] }] }),
});

interface Listening {
  readonly auction: Auction;
  readonly services: TestServices;
  readonly clock: WoundClock;
  readonly heard: BidderOutcome[];
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
  const heard: BidderOutcome[] = [];
  let ended = false;
  const subscription = bidderCalls(auction, services).subscribe({
    next: ({ outcome }) => heard.push(outcome),
    complete: () => {
      ended = true;
    },
  });
  return { auction, services, clock, heard, ended: () => ended, stop: () => subscription.unsubscribe() };
}

const ends = (heard: readonly BidderOutcome[]): string[] => heard.map(({ bidder, kind }) => `${bidder}: ${kind}`);

describe('the stream of bidder calls', () => {
  test('emits each bidder once, as it answers, and ends with the last', () => {
    const { clock, heard, ended } = listen({ slow: { afterMs: 40, answer: bids() }, quick: { afterMs: 10, answer: bids() } });
    clock.wind(10);
    expect([ends(heard), ended()]).toEqual([['quick: bids'], false]);
    clock.wind(30);
    expect([ends(heard), ended()]).toEqual([['quick: bids', 'slow: bids'], true]);
    expect(clock.pending).toBe(0);
  });

  test('ends at the deadline and says who was late', () => {
    const { clock, heard, ended, auction } = listen({ late: { afterMs: 150, answer: bids() }, quick: { answer: bids() } });
    clock.wind(100);
    expect([ends(heard), ended()]).toEqual([['quick: bids', 'late: timeout'], true]);
    expect(auction.findings.errors.get('late')).toEqual([{ code: 1, message: 'context deadline exceeded' }]);
    expect(auction.nonBids).toEqual([{ seat: 'late', impId: 'imp-1', code: 101 }]);
  });

  test('lets a late answer reach nobody but counts it', () => {
    const { clock, auction, services } = listen({ late: { afterMs: 150, answer: bids() } });
    clock.wind(1000);
    expect(auction.outcomes).toHaveLength(1);
    expect(services.metrics.text()).toContain('adapter_late_answers{adapter="late"} 1');
  });

  test('cancels calls that stay silent after the deadline', () => {
    const { clock, services } = listen({ silent: undefined });
    clock.wind(100);
    expect(services.transport.cancelled).toBe(0);
    clock.wind(1000);
    expect(services.transport.cancelled).toBe(1);
  });

  test('makes room again for calls that never end, and holds them against the bidder', () => {
    const { clock, services } = listen({ silent: undefined });
    const health = services.health as HealthBook;
    clock.wind(1100);
    expect(services.transport.cancelled).toBe(1);
    expect(health.failureShare('silent')).toBeCloseTo(0.001);
    for (let i = 0; i < 1000; i++) expect(health.admit('silent')).toBeUndefined();
    expect(health.admit('silent')).toBe('Bidder silent has too many calls under way');
  });

  test('holds late answers against the bidder, and calls nobody wanted any more against nobody', () => {
    const late = listen({ late: { afterMs: 150, answer: bids() } });
    late.clock.wind(1100);
    expect((late.services.health as HealthBook).failureShare('late')).toBeCloseTo(0.001);
    const left = listen({ silent: undefined });
    left.stop();
    left.clock.wind(1100);
    expect((left.services.health as HealthBook).failureShare('silent')).toBe(0);
  });

  test.each([
    ['an answer', { answer: bids() }, 0],
    ['no bid', { answer: { status: 204 } }, 0],
    ['a refusal', { answer: { status: 400 } }, 0],
    ['an answer that did not wait long', { answer: bids(), waitedMs: 50 }, 0],
    ['a long wait for a connection', { answer: bids(), waitedMs: 51 }, 0.001],
    ['an error of the server', { answer: { status: 500 } }, 0.001],
    ['a connection that broke', { failure: { failure: 'other', message: 'reset' } as const }, 0.001],
  ])('holds %s against the bidder by as much as it should', (_, how, share) => {
    const { clock, services } = listen({ one: how });
    clock.wind(10);
    expect((services.health as HealthBook).failureShare('one')).toBeCloseTo(share, 6);
  });

  test('cancels what still waits when nobody listens any more', () => {
    const { services, stop, clock } = listen({ silent: undefined, slow: { afterMs: 50 } });
    stop();
    expect(services.transport.cancelled).toBe(2);
    expect(clock.pending).toBe(0);
  });

  test('gives a bidder with less time of its own only that', () => {
    const request = validRequest(['hurried']);
    const { clock, heard, ended } = listen({ hurried: { afterMs: 50, answer: bids() } }, 100, () => [
      aTask('hurried', request, { timeoutMs: 20 }),
    ]);
    clock.wind(20);
    expect([ends(heard), ended()]).toEqual([['hurried: timeout'], true]);
  });

  test('calls nobody once the deadline has passed', () => {
    const { auction, ended, clock } = listen({ quick: { answer: bids() } }, 0);
    clock.wind(0);
    expect([ended(), auction.outcomes.map(({ kind, calls }) => [kind, calls.map(({ sentBody }) => sentBody)])]).toEqual([
      true,
      [['timeout', [undefined]]],
    ]);
    expect(auction.findings.errors.get('quick')).toEqual([{ code: 1, message: 'context deadline exceeded' }]);
    expect(auction.nonBids).toEqual([{ seat: 'quick', impId: 'imp-1', code: 101 }]);
  });

  test('gives bidders of the Java variant the time they were told at least', () => {
    const settings = { variant: 'java', auction: { biddertmax: { min: 80 } } } as const;
    const { clock, heard, ended } = listen({ late: { afterMs: 79, answer: bids() }, silent: undefined }, 20, undefined, settings);
    clock.wind(79);
    expect([ends(heard), ended()]).toEqual([['late: bids'], false]);
    clock.wind(1);
    expect([ends(heard), ended()]).toEqual([['late: bids', 'silent: timeout'], true]);
  });

  test('bounds calls even where the auction has no deadline', () => {
    const { clock, ended } = listen({ silent: undefined }, null);
    clock.wind(9_999);
    expect(ended()).toBe(false);
    clock.wind(1);
    expect(ended()).toBe(true);
  });

  test('takes a refused connection, garbage and an error status for what they are', () => {
    const { clock, heard, auction } = listen({
      refused: { failure: { failure: 'unreachable', message: 'connection refused' } },
      garbage: { answer: { body: '<html>' } },
      ill: { answer: { status: 500 } },
      empty: { answer: { status: 204 } },
    });
    clock.wind(1);
    expect(ends(heard)).toEqual(['refused: error', 'garbage: error', 'ill: error', 'empty: no-bid']);
    expect([...auction.findings.errors.keys()]).toEqual(['refused', 'garbage', 'ill']);
    expect(auction.nonBids.map(({ seat, code }) => [seat, code])).toEqual([
      ['refused', 103],
      ['garbage', 100],
      ['ill', 100],
    ]);
  });

  test('counts notices of timeouts by whether they arrived, and logs those the host wants to read of', () => {
    const request = validRequest(['late']);
    const notice = (name: string) => ({ method: 'POST', uri: `http://bidder.example/${name}`, headers: {}, impIds: [] }) as const;
    const tasks = ['heard', 'deaf'].map((name) =>
      aTask('late', request, { adapter: { ...plainAdapter('late'), timeoutNotice: () => notice(name) } }),
    );
    const noticed = (settings: HostConfigInput['debug']) => {
      const script = { late: undefined, heard: { answer: { status: 204 } }, deaf: undefined };
      const { clock, services } = listen(script, 100, () => tasks, { debug: settings });
      const info = vi.spyOn(services.log, 'info');
      clock.wind(1500);
      const logged = info.mock.calls.map(([fields]) => fields);
      info.mockRestore();
      return { text: services.metrics.text(), logged };
    };
    const { text, logged } = noticed({});
    expect(text).toContain('timeout_notification{success="ok"} 1');
    expect(text).toContain('timeout_notification{success="failed"} 1');
    const failed = { bidder: 'late', fault: 'no answer in time' };
    const told = (timeout_notification: object) => noticed({ timeout_notification }).logged;
    expect([logged, told({ log: true }), told({ sampling_rate: 1 })]).toEqual([[], [], []]);
    expect(told({ log: true, sampling_rate: 1 })).toEqual([{ bidder: 'late', status: 204 }, failed]);
    expect(told({ log: true, sampling_rate: 0.6, fail_only: true })).toEqual([failed]);
  });

  test('sends notices of timeouts with the headers of the call, in the Java variant with their own', () => {
    const request = validRequest(['late']);
    const notice = { method: 'GET', uri: 'http://bidder.example/notice', headers: { Accept: 'a' }, impIds: [] } as const;
    const adapter = { ...plainAdapter('late'), timeoutNotice: () => notice };
    const [call] = adapter.makeRequests(request, { convert: (amount) => amount }).calls;
    if (!call) throw new Error('the plain adapter makes a call');
    const noticed = (variant: 'go' | 'java') => {
      const task = aTask('late', request, { adapter, calls: [{ ...call, headers: { 'X-One': 'Z\n', Accept: 'b' } }] });
      const { clock, services } = listen({ late: undefined, notice: undefined }, 100, () => [task], { variant });
      clock.wind(100);
      return services.transport.sent.find(({ uri }) => uri.endsWith('/notice'))?.headers;
    };
    expect([noticed('go'), noticed('java')]).toEqual([{ 'X-One': 'Z?', Accept: 'a' }, { Accept: 'a' }]);
  });

  test('answers for a bidder with several calls once all are in', () => {
    const request = validRequest(['twice'], 2);
    const adapter = plainAdapter('twice');
    const { calls } = adapter.makeRequests(request, { convert: (amount) => amount });
    const task = aTask('twice', request, { adapter, calls: [...calls, ...calls] });
    const { clock, heard } = listen({ twice: { afterMs: 5, answer: bids() } }, 100, () => [task]);
    clock.wind(5);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.calls).toHaveLength(2);
  });

  test('reads stored answers without calling anybody', () => {
    const request = validRequest(['stored']);
    const stored = { bidder: 'stored', impId: 'imp-1', body: String(bids().body), replaceImpId: true };
    const { heard, services, ended } = listen({ stored: undefined }, 100, () => [
      aTask('stored', request, { calls: [], storedAnswers: [stored] }),
    ]);
    expect([ends(heard), ended(), services.transport.sent.length]).toEqual([['stored: bids'], true, 0]);
  });

  test('shortens the time of bidders when bids will be cached', () => {
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
