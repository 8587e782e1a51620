/** What a client of a sampled tap knows about all auctions: weights of events, and exact counts in rollups. */
import { expect, test } from 'vitest';
import { invalid } from '#src/auction/rejection.ts';
import { rollups } from '#streams/rollups.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { subscription, TestSink, testTaps } from '#test/helpers/tap-hub.ts';

/** The console's script, as far as this test needs it. */
interface ConsoleScript {
  readonly Store: new () => { readonly total: number; rejectedIn(state: string): number; take(message: object): void };
}

const script = new URL('../../src/admin/console/store.js', import.meta.url).href;
const { Store } = (await import(script)) as ConsoleScript;

const AUCTIONS = 10_000;
const SHARE = 0.03;
const INTERVAL_MS = 100;

const services = testServices();
const request = validRequest(['alpha']);
const anEnded = () => ({ auction: anAuction(services, request, { accountId: 'a', tasks: [aTask('alpha', request)] }), tookMs: 12 });

test('the console shows 10,000 of 10,000 auctions through a sample of 3 %', () => {
  const taps = testTaps({}, (bus, clock) => rollups(bus, clock, { interval_ms: INTERVAL_MS, max_keys: 10, top: 10 }));
  const sink = new TestSink();
  taps.hub.connect(sink).subscribe(subscription({ kinds: ['auction', 'rollup'], sample: SHARE }));
  const data = anEnded();
  for (let auction = 1; auction <= AUCTIONS; auction++) {
    taps.bus.publish({ v: 1, kind: 'auction', at: taps.clock.now(), auction, account: 'a', data });
    if (auction % 500 === 0) taps.clock.wind(INTERVAL_MS);
  }
  taps.clock.wind(INTERVAL_MS);
  const events = sink.messages.filter(({ kind }) => kind === 'auction');
  expect(events.length).toBeLessThan(AUCTIONS * SHARE * 1.2);
  expect(new Set(events.map(({ share }) => share))).toEqual(new Set([SHARE]));
  const estimated = events.reduce((sum, { share }) => sum + 1 / Number(share), 0);
  expect(Math.abs(estimated / AUCTIONS - 1)).toBeLessThan(0.1);
  const store = new Store();
  for (const message of sink.messages) store.take(message);
  expect(store.total).toBe(AUCTIONS);
});

test('the console divides all rejections among the states in which a sample saw them', () => {
  const taps = testTaps({}, (bus, clock) => rollups(bus, clock, { interval_ms: INTERVAL_MS, max_keys: 10, top: 10 }));
  const sink = new TestSink();
  taps.hub.connect(sink).subscribe(subscription({ kinds: ['auction', 'rollup'], sample: 0.1 }));
  const auctionOf = (rejected: boolean) =>
    anAuction(services, request, {
      accountId: 'a',
      timeline: [{ state: 'validate', atUs: 0, tookUs: 1 }],
      rejection: rejected ? invalid('no') : undefined,
    });
  for (let auction = 1; auction <= 1000; auction++) {
    const data = { auction: auctionOf(auction % 3 === 0), tookMs: 1 };
    taps.bus.publish({ v: 1, kind: 'auction', at: taps.clock.now(), auction, account: 'a', data });
  }
  taps.clock.wind(INTERVAL_MS);
  const store = new Store();
  for (const message of sink.messages) store.take(message);
  expect([store.rejectedIn('validate'), store.rejectedIn('enrich')]).toEqual([333, 0]);
});

test('an event keeps the smaller share it was recorded with when a client raises its own', () => {
  const taps = testTaps();
  const [first, second] = [new TestSink(), new TestSink()];
  const publish = (from: number): void => {
    for (let auction = from; auction < from + 500; auction++)
      taps.bus.publish({ v: 1, kind: 'auction', at: 1, auction, account: 'a', data: anEnded() });
    taps.flushed();
  };
  taps.hub.connect(first).subscribe(subscription({ kinds: ['auction'], sample: 0.1 }));
  publish(1);
  taps.hub.connect(second).subscribe(subscription({ kinds: ['auction'], sample: 0.5 }));
  publish(501);
  const shares = (sink: TestSink, from: number, to: number) =>
    new Set(sink.messages.filter(({ auction }) => Number(auction) >= from && Number(auction) < to).map(({ share }) => share));
  expect([shares(second, 1, 501), shares(second, 501, 1001)]).toEqual([new Set([0.1]), new Set([0.5])]);
  expect(shares(first, 1, 1001)).toEqual(new Set([0.1]));
});

test('a rare auction is found among others by what its filter names', () => {
  const taps = testTaps();
  const sink = new TestSink();
  taps.hub.connect(sink).subscribe(subscription({ kinds: ['auction'], find: 'NEEDLE', outcome: 'done', min_ms: 10 }));
  for (const [auction, name] of ['hay', 'a-needle-b', 'needle'].entries()) {
    const data = { ...anEnded(), tookMs: name === 'needle' ? 9 : 12 };
    taps.bus.publish({ v: 1, kind: 'auction', at: 1, auction: auction + 1, request: name, data });
  }
  taps.flushed();
  expect(sink.messages.filter(({ type }) => type === 'event').map((event) => event['request'])).toEqual(['a-needle-b']);
});
