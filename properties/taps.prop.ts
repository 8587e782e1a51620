import fc from 'fast-check';
import { expect, test } from 'vitest';
import { observeAuction } from '#machines/observe.ts';
import { runAuction } from '#machines/run.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { BidderPrivacy } from '#src/auction/privacy/decision.ts';
import { publishEnd } from '#src/auction/publish.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import { stages } from '#src/host/app.ts';
import { silentLog } from '#src/platform/log.ts';
import { beginRecording, recordingOf } from '#src/replay/recording.ts';
import { type Dropped, TapQueue } from '#src/taps/client.ts';
import { lines, toFrames } from '#src/taps/format.ts';
import { FRAME_BYTES, Frame, toLine } from '#src/taps/frame.ts';
import { toMatcher } from '#src/taps/matcher.ts';
import { messageJson } from '#src/taps/messages.ts';
import { dataSchemas } from '#src/taps/schemas.ts';
import { SharedBufferPool } from '#src/taps/shared-buffer-pool.ts';
import { LocalSource, type Rendered } from '#src/taps/source.ts';
import { EVENT_KINDS } from '#streams/events.ts';
import { aBidder, incoming } from '#test/helpers/auction.ts';
import { registryOf, type TestServices, testServices } from '#test/helpers/services.ts';
import { subscription, TestSink } from '#test/helpers/tap-hub.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { runs } from './runs.ts';

const [LAT, LON] = [48.13743, 11.57549];

/** A request in which every text that a decision may forbid identifies itself. */
const personalRequest = (regs: object, device: object) => ({
  id: 'request',
  imp: [{ id: 'imp-1', banner: { format: [{ w: 300, h: 250 }] }, ext: { tid: 'TID-imp', prebid: { bidder: { alpha: {}, beta: {} } } } }],
  source: { tid: 'TID-source' },
  site: { page: 'https://publisher.example/', publisher: { id: 'publisher' } },
  regs,
  user: {
    id: 'ID-user',
    buyeruid: 'ID-buyer',
    keywords: 'UFPD-keywords',
    data: [{ name: 'UFPD-data' }],
    geo: { lat: LAT, lon: LON },
    ext: {
      data: { segment: 'UFPD-ext' },
      eids: [{ source: 'id.example', uids: [{ id: 'EID-uid' }] }],
      prebid: { buyeruids: { alpha: 'ID-alpha', beta: 'ID-beta' } },
    },
  },
  device: { ua: 'agent', ip: '203.0.113.77', ifa: 'ID-ifa', geo: { lat: LAT, lon: LON, country: 'USA' }, ...device },
  tmax: 500,
  test: 1,
  ext: {
    prebid: {
      debug: true,
      targeting: {},
      data: { bidders: ['alpha', 'beta'] },
      bidderconfig: [{ bidders: ['alpha', 'beta'], config: { ortb2: { user: { keywords: 'UFPD-config' } } } }],
    },
  },
});

const deny = (names: readonly string[]) => ({
  default: true,
  rules: names.length > 0 ? [{ condition: { componentName: [...names] }, allow: false }] : [],
});

const who = fc.constantFrom<string[]>([], ['alpha'], ['beta'], ['alpha', 'beta']);
const activities = fc
  .record({ transmitUfpd: who, transmitEids: who, transmitPreciseGeo: who, transmitTid: who, fetchBids: who })
  .map((denied) => ({
    privacy: { allowactivities: Object.fromEntries(Object.entries(denied).map(([activity, names]) => [activity, deny(names)])) },
  }));
const regs = fc.constantFrom({}, { coppa: 1 }, { us_privacy: '1YYN' }, { gdpr: 0 });
const device = fc.constantFrom({}, { lmt: 1 });
/** Some auctions end before privacy decisions. */
const spoil = fc.constantFrom({}, {}, {}, { imp: [] }, { id: '' }, { tmax: -1 });

interface Seen {
  readonly auction: Auction;
  readonly events: readonly Rendered[];
}

/** Runs a complete auction with all observers. */
function observeOne(account: AccountInput, request: object): Seen {
  const parsed = accountSchema.parse({ id: 'publisher', debug_allow: true, ...account });
  const services: TestServices = testServices({
    settings: { gdpr: { default_value: '0' }, ccpa: { enforce: true } } as object,
    bidders: registryOf(aBidder('alpha'), aBidder('beta')),
    accounts: { find: () => ({ kind: 'found', account: parsed }) },
  });
  const response = {
    body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, adm: 'ad', crid: 'c', w: 300, h: 250 }] }] }),
  };
  Object.assign(services, { transport: new ScriptedTransport(services.clock, () => ({ response })) });
  const source = new LocalSource({ bus: services.bus, log: silentLog, maxBodyBytes: 0, recordingOf });
  const events: Rendered[] = [];
  source.rendered.subscribe((event) => events.push(event));
  source.want([subscription({ bodies: true, recording: true })]);
  const recording = beginRecording(services);
  const used = recording?.services ?? services;
  const headers = { cookie: 'uids=ID-cookie', 'x-forwarded-for': '203.0.113.77' };
  const call = incoming({ body: Buffer.from(JSON.stringify(request)), headers, remoteAddress: '203.0.113.77' });
  const auction = newAuction('auction', call, used, () => {});
  recording?.attach(auction);
  runAuction(auction, used, stages, observeAuction(auction, services));
  services.clock.wind(1000);
  publishEnd(auction, services);
  return { auction, events };
}

/** Texts a decision forbids. */
const FORBIDDEN: readonly (readonly [string, (decision: BidderPrivacy) => boolean])[] = [
  ['ID-', ({ mayPassIds, mayPassUfpd }) => !mayPassIds || !mayPassUfpd],
  ['UFPD-', ({ mayPassUfpd }) => !mayPassUfpd],
  ['EID-', ({ mayPassUfpd, mayPassIds, mayPassEids }) => !mayPassUfpd || !mayPassIds || mayPassEids === false],
  ['TID-', ({ mayPassTid }) => !mayPassTid],
  [String(LAT), ({ mayPassPreciseGeo, emptiesGeo }) => !mayPassPreciseGeo || emptiesGeo === true],
  ['203.0.113.77', ({ mayPassPreciseGeo, emptiesGeo }) => !mayPassPreciseGeo || emptiesGeo === true],
];

const messagesOf = ({ messages }: Rendered): string => `${messages.plain}${messages.bodies ?? ''}${messages.recording ?? ''}`;

/** `EID-` contains `ID-`. */
const holds = (text: string, mark: string): boolean => (mark === 'ID-' ? /(?<!E|T)ID-/.test(text) : text.includes(mark));

interface Reported {
  readonly bodies: { readonly request: string; readonly resolved: string; readonly response: string };
  readonly recording: { readonly incoming: object };
}

/** The parts of an event from the caller's request; bidders' calls are masked for each of them. */
function callersSide({ messages }: Rendered): string {
  const { bodies, recording } = JSON.parse(messages.recording ?? '') as Reported;
  const [, debug = ''] = /"resolvedrequest":(.*)/s.exec(bodies.response) ?? [];
  return JSON.stringify([bodies.request, bodies.resolved, debug, recording.incoming]);
}

test("data removed for all bidders is in no event, and data removed for any is not in the caller's request", () => {
  fc.assert(
    fc.property(activities, regs, device, spoil, (account, law, limit, error) => {
      const { auction, events } = observeOne(account, { ...personalRequest(law, limit), ...error });
      const decisions = [...auction.privacy.values()];
      const last = events.findLast(({ kind }) => kind === 'auction');
      const caller = last ? callersSide(last) : '';
      for (const [mark, isForbidden] of FORBIDDEN) {
        if (decisions.every(isForbidden)) for (const event of events) expect(holds(messagesOf(event), mark) && [mark, event]).toBe(false);
        if (decisions.some(isForbidden)) expect(holds(caller, mark) && [mark, caller]).toBe(false);
      }
    }),
    runs(60),
  );
});

test('every event of every auction matches its schema', () => {
  fc.assert(
    fc.property(activities, regs, spoil, (account, law, error) => {
      const { events } = observeOne(account, { ...personalRequest(law, {}), ...error });
      expect(events.length).toBeGreaterThan(3);
      for (const { kind, messages } of events) {
        expect(EVENT_KINDS).toContain(kind);
        for (const json of [messages.plain, messages.bodies, messages.recording]) {
          if (json !== undefined) expect(dataSchemas[kind].safeParse(JSON.parse(json)).error).toBeUndefined();
        }
      }
    }),
    runs(30),
  );
});

const arrivals = fc.array(
  fc.record({ bytes: fc.integer({ min: 1, max: 50_000 }), events: fc.integer({ min: 1, max: 30 }), reads: fc.boolean() }),
  { maxLength: 60 },
);

test('a queue never exceeds its limits, and every event is delivered or reported as dropped', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 64, max: 500 }), fc.integer({ min: 10, max: 200 }), (frames, kilobytes, events) => {
      const limits = { bytes: kilobytes * 1024, events };
      const sink = new TestSink();
      const pool = new SharedBufferPool({ total_queue_bytes: 1e9, max_clients: 1 });
      const reported: Dropped[] = [];
      const queue = new TapQueue(sink, limits, pool, (dropped) => {
        reported.push(dropped);
        return 'dropped';
      });
      let seq = 0;
      for (const { bytes, events: count, reads } of frames) {
        sink.isStuck = !reads;
        if (reads) sink.unstick();
        const before = queue.waiting;
        queue.offer(new Frame([toLine('x'.repeat(bytes), 'plain', seq)], { events: count, first: seq + 1, last: seq + count }));
        seq += count;
        expect(queue.waiting).toBeLessThanOrEqual(Math.max(limits.bytes, before + 'dropped'.length * 2, before === 0 ? bytes : 0));
      }
      sink.unstick();
      queue.offer(new Frame([toLine('x', 'plain', seq)], { events: 1, first: seq + 1, last: seq + 1 }));
      expect(reported.reduce((sum, { count }) => sum + count, 0)).toBe(queue.dropped);
      for (const { first, last, count } of reported) expect(count).toBeLessThanOrEqual(last - first + 1);
      expect(pool.used).toBe(0);
    }),
    runs(200),
  );
});

test('all queues together exceed their limit by one message each at most, whichever clients read', () => {
  const subscriptions = fc.array(
    fc.constantFrom(subscription(), subscription({ bodies: true }), subscription({ bidder: 'alpha' }), subscription({ sample: 0.5 })),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  const event = fc.record({ bytes: fc.integer({ min: 1, max: 40_000 }), bidder: fc.constantFrom('alpha', 'beta') });
  const rounds = fc.array(fc.record({ events: fc.array(event, { maxLength: 12 }), reader: fc.nat(11) }), { maxLength: 12 });
  fc.assert(
    fc.property(subscriptions, rounds, fc.integer({ min: 10_000, max: 300_000 }), (wanted, all, total_queue_bytes) => {
      const pool = new SharedBufferPool({ total_queue_bytes, max_clients: wanted.length });
      const clients = wanted.map((one) => {
        const sink = new TestSink();
        sink.isStuck = true;
        const queue = new TapQueue(sink, { bytes: 2e6, events: 10_000 }, pool, (dropped) => messageJson('dropped', dropped));
        return { wanted: one, sink, queue, total: 0 };
      });
      let seq = 0;
      let largest = FRAME_BYTES;
      for (const { events, reader } of all) {
        const entries = events.map(({ bytes, bidder }): Rendered => {
          largest = Math.max(largest, bytes + 200);
          const plain = JSON.stringify({ text: 'x'.repeat(bytes) });
          return { seq: ++seq, kind: 'bid', at: 1, auction: seq, bidder, share: 1, messages: { plain } };
        });
        for (const client of clients) {
          const matching = entries.filter(toMatcher(client.wanted));
          client.total += matching.length;
          for (const frame of toFrames(matching, client.wanted, lines, pool)) client.queue.offer(frame);
        }
        pool.settle();
        expect(pool.used).toBeLessThanOrEqual(total_queue_bytes + clients.length * largest);
        const received = clients[reader % clients.length];
        if (!received) continue;
        received.sink.unstick();
        received.sink.isStuck = true;
      }
      for (const { sink, queue, total } of clients) {
        sink.unstick();
        expect(sink.seqs.length + queue.dropped).toBe(total);
        queue.close();
      }
      expect(pool.used).toBe(0);
    }),
    runs(60),
  );
});
