/** Encoded batches: which bytes clients share, and what recent events keep of them. */
import { afterEach, describe, expect, test } from 'vitest';
import { publishEnd } from '#src/auction/publish.ts';
import { FRAME_BYTES } from '#src/taps/frame.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { subscription, TestSink, type TestTaps, testTaps } from '#test/helpers/tap-hub.ts';

const hubs: TestTaps['hub'][] = [];

function taps(...over: Parameters<typeof testTaps>): TestTaps {
  const made = testTaps(...over);
  hubs.push(made.hub);
  return made;
}

afterEach(() => {
  for (const hub of hubs.splice(0)) hub.stop();
});

const dataOf = (sink: TestSink): unknown[] => sink.messages.filter(({ type }) => type === 'event').map(({ data }) => data);

describe('a batch', () => {
  test('is shared by clients with different subscriptions that receive all of it', () => {
    const { hub, publish, flushed } = taps();
    const sinks = [new TestSink(), new TestSink(), new TestSink()];
    const filters = [{}, { account: 'a' }, { kinds: ['admin' as const], bodies: true }];
    for (const [i, sink] of sinks.entries()) hub.connect(sink).subscribe(subscription(filters[i]));
    for (let i = 0; i < 10; i++) publish({ account: 'a' });
    flushed();
    const [first, ...others] = sinks.map(({ frames }) => frames.at(-1));
    expect(sinks[0]?.seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const frame of others) expect(frame).toBe(first);
  });

  test('reaches each client without the events that its subscription excludes', () => {
    const { hub, publish, flushed } = taps();
    const [all, some] = [new TestSink(), new TestSink()];
    hub.connect(all).subscribe(subscription({ kinds: ['cache'] }));
    hub.connect(some).subscribe(subscription({ kinds: ['cache'], account: 'b' }));
    for (const account of ['a', 'b', 'a', 'b']) publish({ kind: 'cache', account });
    flushed();
    expect([all.seqs, some.seqs]).toEqual([
      [1, 2, 3, 4],
      [2, 4],
    ]);
  });

  test('ends before a client subscribes to something else', () => {
    const { hub, publish, flushed } = taps();
    const sink = new TestSink();
    const tap = hub.connect(sink);
    tap.subscribe(subscription({ kinds: ['cache'], account: 'a' }));
    publish({ kind: 'cache', account: 'a' });
    tap.subscribe(subscription({ kinds: ['cache'], account: 'b' }), { session: 'run-1', seq: 1 });
    publish({ kind: 'cache', account: 'a' });
    publish({ kind: 'cache', account: 'b' });
    flushed();
    expect(sink.messages.map(({ type }) => type)).toEqual(['hello', 'snapshot', 'event', 'snapshot', 'event']);
    expect(sink.seqs).toEqual([1, 2]);
  });

  test('fills a message', () => {
    const { hub, publish, flushed } = taps();
    const sink = new TestSink();
    hub.connect(sink).subscribe(subscription({ kinds: ['admin'] }));
    for (let i = 0; i < 300; i++) publish({ data: { action: 'x'.repeat(500) } });
    flushed();
    const sizes = sink.frames.slice(2).map(({ length }) => length);
    expect(sink.seqs).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    for (const size of sizes) expect(size).toBeLessThanOrEqual(FRAME_BYTES);
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThan(FRAME_BYTES / 2);
  });

  test('has events of several auctions, each with its own number, request and account', () => {
    const { hub, publish, flushed } = taps();
    const sink = new TestSink();
    hub.connect(sink).subscribe(subscription({ kinds: ['cache'] }));
    const contexts = [
      { auction: 1, request: 'r1', account: 'a' },
      { auction: 65, request: 'r65' },
      { auction: 1, request: 'r1', account: 'a' },
      { auction: 1, request: 'r1 of another run', account: 'b' },
      {},
      { auction: 65, request: 'r65', bidder: 'x' },
    ];
    for (const context of contexts) publish({ kind: 'cache', ...context });
    flushed();
    const events = sink.messages.filter(({ type }) => type === 'event');
    expect(events.map(({ v: _v, type: _type, seq: _seq, kind: _kind, at: _at, data: _data, ...context }) => context)).toEqual(contexts);
  });
});

describe('recent events', () => {
  test('have their data in any alphabet, whatever was in the same batch', () => {
    const { hub, publish, flushed } = taps();
    const live = new TestSink();
    hub.connect(live).subscribe(subscription({ kinds: ['admin'] }));
    const actions = ['plain', 'ümläut', '日本語 "quoted"', '😀', '', 'line\nfeed', 'plain again'];
    for (const action of actions) publish({ data: { action } });
    flushed();
    const late = new TestSink();
    hub.connect(late).subscribe(subscription({ kinds: ['admin'] }));
    expect(dataOf(live)).toEqual(actions.map((action) => ({ action })));
    expect(dataOf(late)).toEqual(dataOf(live));
  });

  test('have their data whatever values precede it', () => {
    const { hub, publish, flushed } = taps();
    hub.connect(new TestSink()).subscribe(subscription({ kinds: ['cache'] }));
    const strings = ['"data":', '\\"data":{', 'data', '"data', 'ü"data":1'];
    for (const [i, text] of strings.entries()) publish({ kind: 'cache', request: text, account: text, bidder: text, data: { i, text } });
    flushed();
    const late = new TestSink();
    hub.connect(late).subscribe(subscription({ kinds: ['cache'] }));
    expect(dataOf(late)).toEqual(strings.map((text, i) => ({ i, text })));
  });

  test('match the subscription of a later client by their properties', () => {
    const { hub, publish, flushed } = taps();
    hub.connect(new TestSink()).subscribe(subscription({ kinds: ['cache'] }));
    for (const account of ['a', 'b', 'c', 'b']) publish({ kind: 'cache', account });
    flushed();
    const late = new TestSink();
    hub.connect(late).subscribe(subscription({ kinds: ['cache'], account: 'b' }));
    expect(late.seqs).toEqual([2, 4]);
  });

  test('reach clients that resume at once and read later', () => {
    const { hub, publish, flushed } = taps();
    const tap = hub.connect(new TestSink());
    tap.subscribe(subscription({ kinds: ['admin'] }));
    for (let i = 0; i < 50; i++) publish({ data: { action: 'x'.repeat(3000) } });
    flushed();
    const stuck = [new TestSink(), new TestSink(), new TestSink()];
    for (const sink of stuck) {
      sink.isStuck = true;
      hub.connect(sink).subscribe(subscription({ kinds: ['admin'] }), { session: 'run-1', seq: 40 });
    }
    for (const sink of stuck) sink.unstick();
    for (const sink of stuck) expect(sink.seqs).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50]);
    expect(hub.waiting).toBe(0);
  });
});

test('the events of bids have the data that the event of their auction lists', () => {
  const { hub, bus, flushed } = taps();
  const services = { ...testServices(), bus };
  const sink = new TestSink();
  hub.connect(sink).subscribe(subscription({ kinds: ['auction', 'bid'] }));
  const outcome = { bidder: 'alpha', seat: 'alpha', impId: 'imp-1', type: 'banner', originalCurrency: 'USD', bidOutcome: 'won' as const };
  const pricedOutcomes = [1, 2].map((price) => ({
    outcome: { ...outcome, id: `bid-${price}`, originalPrice: price, price },
    bid: undefined,
  }));
  publishEnd(anAuction(services, validRequest(['alpha']), { pricedOutcomes }), services);
  flushed();
  const [auction, ...bids] = dataOf(sink) as [{ bids: object[] }, ...object[]];
  expect(bids).toEqual(
    [1, 2].map((price) => ({
      bidder: 'alpha',
      seat: 'alpha',
      imp: 'imp-1',
      id: `bid-${price}`,
      type: 'banner',
      originalPrice: price,
      originalCurrency: 'USD',
      price,
      outcome: 'won',
    })),
  );
  expect(auction.bids).toEqual(bids);
});
