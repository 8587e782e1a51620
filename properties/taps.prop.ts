import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { watchAuction } from '#machines/watch.ts';
import { stages } from '#src/app.ts';
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { BidderPrivacy } from '#src/auction/privacy/decision.ts';
import { publishEnd } from '#src/auction/publish.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import { silentLog } from '#src/outside/log.ts';
import { beginRecording, recordingOf } from '#src/replay/recording.ts';
import { dataSchemas } from '#src/taps/schemas.ts';
import { EVENT_KINDS } from '#streams/events.ts';
import { type Dropped, TapQueue } from '#streams/taps/client.ts';
import { lines, toFrames } from '#streams/taps/format.ts';
import { FRAME_BYTES, Frame, toLine } from '#streams/taps/frame.ts';
import { messageText } from '#streams/taps/messages.ts';
import { Shelf } from '#streams/taps/shelf.ts';
import { LocalSource, type Rendered } from '#streams/taps/source.ts';
import { wants } from '#streams/taps/subscription.ts';
import { aBidder, incoming } from '#test/helpers/auction.ts';
import { registryOf, type TestServices, testServices } from '#test/helpers/services.ts';
import { TestSink, wish } from '#test/helpers/tap-hub.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { runs } from './runs.ts';

const [LAT, LON] = [48.13743, 11.57549];

/** A request in which every text that a decision may forbid says what it is. */
const telling = (regs: object, device: object) => ({
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
/** Some auctions end before anything is decided. */
const spoil = fc.constantFrom({}, {}, {}, { imp: [] }, { id: '' }, { tmax: -1 });

interface Seen {
  readonly auction: Auction;
  readonly events: readonly Rendered[];
}

/** Runs a whole auction with everything watched. */
function watchOne(account: AccountInput, request: object): Seen {
  const parsed = accountSchema.parse({ id: 'publisher', debug_allow: true, ...account });
  const services: TestServices = testServices({
    settings: { gdpr: { default_value: '0' }, ccpa: { enforce: true } } as object,
    bidders: registryOf(aBidder('alpha'), aBidder('beta')),
    accounts: { find: () => ({ kind: 'found', account: parsed }) },
  });
  const answer = {
    body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, adm: 'ad', crid: 'c', w: 300, h: 250 }] }] }),
  };
  Object.assign(services, { transport: new ScriptedTransport(services.clock, () => ({ answer })) });
  const source = new LocalSource({ bus: services.bus, log: silentLog, maxBodyBytes: 0, recordingOf });
  const events: Rendered[] = [];
  source.rendered.subscribe((event) => events.push(event));
  source.want([wish({ bodies: true, recording: true })]);
  const recording = beginRecording(services);
  const asked = recording?.services ?? services;
  const headers = { cookie: 'uids=ID-cookie', 'x-forwarded-for': '203.0.113.77' };
  const call = incoming({ body: Buffer.from(JSON.stringify(request)), headers, remoteAddress: '203.0.113.77' });
  const auction = newAuction('auction', call, asked, () => {});
  recording?.attach(auction);
  runAuction(auction, asked, stages, watchAuction(auction, services));
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

const textsOf = ({ texts }: Rendered): string => `${texts.plain}${texts.bodies ?? ''}${texts.recording ?? ''}`;

/** `EID-` holds `ID-`. */
const holds = (text: string, mark: string): boolean => (mark === 'ID-' ? /(?<!E|T)ID-/.test(text) : text.includes(mark));

interface Told {
  readonly bodies: { readonly request: string; readonly resolved: string; readonly response: string };
  readonly recording: { readonly incoming: object };
}

/** What an event holds of the caller's request; calls of bidders are as each of them may see them. */
function callersSide({ texts }: Rendered): string {
  const { bodies, recording } = JSON.parse(texts.recording ?? '') as Told;
  const [, debug = ''] = /"resolvedrequest":(.*)/s.exec(bodies.response) ?? [];
  return JSON.stringify([bodies.request, bodies.resolved, debug, recording.incoming]);
}

test('what was taken from all bidders is in no event, and what was taken from any is not in what the caller sent', () => {
  fc.assert(
    fc.property(activities, regs, device, spoil, (account, law, limit, fault) => {
      const { auction, events } = watchOne(account, { ...telling(law, limit), ...fault });
      const decisions = [...auction.privacy.values()];
      const last = events.findLast(({ kind }) => kind === 'auction');
      const caller = last ? callersSide(last) : '';
      for (const [mark, isForbidden] of FORBIDDEN) {
        if (decisions.every(isForbidden)) for (const event of events) expect(holds(textsOf(event), mark) && [mark, event]).toBe(false);
        if (decisions.some(isForbidden)) expect(holds(caller, mark) && [mark, caller]).toBe(false);
      }
    }),
    runs(60),
  );
});

test('every event of every auction is as its schema says', () => {
  fc.assert(
    fc.property(activities, regs, spoil, (account, law, fault) => {
      const { events } = watchOne(account, { ...telling(law, {}), ...fault });
      expect(events.length).toBeGreaterThan(3);
      for (const { kind, texts } of events) {
        expect(EVENT_KINDS).toContain(kind);
        for (const text of [texts.plain, texts.bodies, texts.recording]) {
          if (text !== undefined) expect(dataSchemas[kind].safeParse(JSON.parse(text)).error).toBeUndefined();
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

test('a queue never holds more than its limits, and every event is delivered or told as dropped', () => {
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 64, max: 500 }), fc.integer({ min: 10, max: 200 }), (frames, kilobytes, events) => {
      const limits = { bytes: kilobytes * 1024, events };
      const sink = new TestSink();
      const shelf = new Shelf({ total_bytes: 1e9, max_clients: 1 });
      const told: Dropped[] = [];
      const queue = new TapQueue(sink, limits, shelf, (dropped) => {
        told.push(dropped);
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
      expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(queue.dropped);
      for (const { first, last, count } of told) expect(count).toBeLessThanOrEqual(last - first + 1);
      expect(shelf.used).toBe(0);
    }),
    runs(200),
  );
});

test('all queues together hold no more than their limit and a message each, whoever reads and whoever does not', () => {
  const wishes = fc.array(fc.constantFrom(wish(), wish({ bodies: true }), wish({ bidder: 'alpha' }), wish({ sample: 0.5 })), {
    minLength: 1,
    maxLength: 12,
  });
  const event = fc.record({ bytes: fc.integer({ min: 1, max: 40_000 }), bidder: fc.constantFrom('alpha', 'beta') });
  const rounds = fc.array(fc.record({ events: fc.array(event, { maxLength: 12 }), reader: fc.nat(11) }), { maxLength: 12 });
  fc.assert(
    fc.property(wishes, rounds, fc.integer({ min: 10_000, max: 300_000 }), (wanted, all, total_bytes) => {
      const shelf = new Shelf({ total_bytes, max_clients: wanted.length });
      const clients = wanted.map((one) => {
        const sink = new TestSink();
        sink.isStuck = true;
        const queue = new TapQueue(sink, { bytes: 2e6, events: 10_000 }, shelf, (dropped) => messageText('dropped', dropped));
        return { wanted: one, sink, queue, total: 0 };
      });
      let seq = 0;
      let largest = FRAME_BYTES;
      for (const { events, reader } of all) {
        const entries = events.map(({ bytes, bidder }): Rendered => {
          largest = Math.max(largest, bytes + 200);
          const plain = JSON.stringify({ text: 'x'.repeat(bytes) });
          return { seq: ++seq, kind: 'bid', at: 1, auction: seq, bidder, texts: { plain } };
        });
        for (const client of clients) {
          const matching = entries.filter((entry) => wants(client.wanted, entry));
          client.total += matching.length;
          for (const frame of toFrames(matching, client.wanted, lines, shelf)) client.queue.offer(frame);
        }
        shelf.settle();
        expect(shelf.used).toBeLessThanOrEqual(total_bytes + clients.length * largest);
        const heard = clients[reader % clients.length];
        if (!heard) continue;
        heard.sink.unstick();
        heard.sink.isStuck = true;
      }
      for (const { sink, queue, total } of clients) {
        sink.unstick();
        expect(sink.seqs.length + queue.dropped).toBe(total);
        queue.close();
      }
      expect(shelf.used).toBe(0);
    }),
    runs(60),
  );
});
