import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { goJson } from '#src/analytics/go-names.ts';
import type { NamedModule } from '#src/analytics/module.ts';
import { plainJson } from '#src/analytics/plain-names.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import { publishEnd } from '#src/auction/publish.ts';
import { stages } from '#src/host/app.ts';
import { Undeliverable } from '#src/net/post.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { startAnalytics } from '#streams/analytics.ts';
import { aModule, endedAuction, settle } from '#test/helpers/analytics.ts';
import { aBidder, incoming, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { auctionReport } from '#test/helpers/reports.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { runs } from './runs.ts';

/** The behaviour of a sink for one attempt. */
const deed = fc.oneof(
  fc.constant({ kind: 'takes' as const }),
  fc.constant({ kind: 'fails' as const }),
  fc.constant({ kind: 'refuses' as const }),
  fc.constant({ kind: 'throws' as const }),
  fc.constant({ kind: 'hangs' as const }),
  fc.record({ kind: fc.constant('dawdles' as const), ms: fc.integer({ min: 1, max: 400 }) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

const sink = fc.record({
  deeds: fc.array(deed, { maxLength: 8 }),
  breaks: fc.boolean(),
  count: fc.integer({ min: 1, max: 4 }),
  room: fc.integer({ min: 1, max: 10 }),
  attempts: fc.integer({ min: 1, max: 3 }),
  parallel: fc.integer({ min: 1, max: 2 }),
});
type Sink = typeof sink extends fc.Arbitrary<infer T> ? T : never;

/** A module whose sink follows its script, and then hangs. */
function moduleOf({ deeds, breaks, count, room, attempts, parallel }: Sink, name: string, clock: WoundClock): NamedModule {
  let tries = 0;
  const send = (): Promise<void> => {
    const next: Deed = deeds[tries++] ?? { kind: 'hangs' };
    if (next.kind === 'throws') throw new Error('broken');
    if (next.kind === 'takes') return Promise.resolve();
    if (next.kind === 'fails') return Promise.reject(new Error('failed'));
    if (next.kind === 'refuses') return Promise.reject(new Undeliverable('refused'));
    return new Promise((resolve) => {
      if (next.kind === 'dawdles') clock.after(next.ms, resolve);
    });
  };
  let reported = 0;
  return aModule(name, {
    send,
    encode(report) {
      if (breaks && ++reported % 3 === 0) throw new Error('bug');
      return { text: report.kind };
    },
    delivery: {
      batch: { count, bytes: 1000, ms: 50 },
      buffer: { count: room, bytes: 1000 },
      retry: { attempts, firstMs: 20, maxMs: 100 },
      timeoutMs: 200,
      parallel,
    },
  });
}

interface Ended {
  readonly clientResponses: readonly string[];
  readonly lost: readonly number[];
  readonly timersLeft: number;
}

/** Runs auctions in sequence and publishes the end of each to all sinks. */
async function carryOut(sinks: readonly Sink[], auctions: number): Promise<Ended> {
  const clock = new WoundClock();
  const response = { body: JSON.stringify({ seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, crid: 'c' }] }] }) };
  const transport = new ScriptedTransport(clock, () => ({ afterMs: 7, response }));
  const services = testServices({ clock, transport, bidders: registryOf(aBidder('alpha')), settings: { gdpr: { default_value: '0' } } });
  const analytics = startAnalytics(
    sinks.map((one, i) => moduleOf(one, `m${i}`, clock)),
    services,
  );
  const clientResponses: string[] = [];
  for (let i = 0; i < auctions; i++) {
    const start = clock.now();
    const body = Buffer.from(JSON.stringify(validRequest(['alpha'])));
    const auction = newAuction('auction', incoming({ body }), services, (ended) => {
      clientResponses.push(`${clock.now() - start} ${ended.clientResponse?.body.replace(/"auctiontimestamp":\d+/, '')}`);
      publishEnd(ended, services);
    });
    runAuction(auction, services, stages);
    await settle();
    clock.wind(20);
  }
  const stopped = analytics.stop(300);
  for (let i = 0; i < 20; i++) {
    await settle();
    clock.wind(20);
  }
  await stopped;
  const text = services.metrics.expose();
  const sum = (family: string, label: string): number =>
    [...text.matchAll(new RegExp(`^${family}\\{[^}]*${label}[^}]*\\} (\\d+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  const lost = sinks.map(
    (_, i) => auctions - sum('pipeline_events', `"analytics.m${i}"`) - sum('analytics_events', `"m${i}",kind="auction",result="error"`),
  );
  return { clientResponses, lost, timersLeft: clock.pending };
}

describe('whatever analytics sinks do', () => {
  test('auctions end at the same time with the same response, every event is delivered or counted, and no timer remains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sink, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 12 }), async (sinks, auctions) => {
        const observed = await carryOut(sinks, auctions);
        const alone = await carryOut([], auctions);
        expect(observed.clientResponses).toEqual(alone.clientResponses);
        expect(observed.lost).toEqual(sinks.map(() => 0));
        expect(observed.timersLeft).toBe(0);
      }),
      runs(25),
    );
  });
});

/** Markers that no text contains by chance. */
const IDS = ['~user~', '~buyer~', '~eid~', '~ifa~', '~ext-eid~', '~by-bidder~'] as const;
const DATA = ['~keyword~', '~segment~', '~ext-data~', '~bidder-config~', '~yob~'] as const;
const PLACE = ['48.8534189', '203.0.113.77'] as const;

const request: BidRequest = {
  ...validRequest(),
  user: {
    id: IDS[0],
    buyeruid: IDS[1],
    eids: [{ source: 's', uids: [{ id: IDS[2] }] }],
    keywords: DATA[0],
    data: [{ id: DATA[1] }],
    gender: DATA[4],
    geo: { lat: 48.8534189, lon: 2.1 },
    ext: { eids: [{ source: 's', uids: [{ id: IDS[4] }] }], data: { interest: DATA[2] }, srv: { buyeruids: { alpha: IDS[5] } } },
  },
  device: { ifa: IDS[3], ip: PLACE[1], geo: { lat: 48.8534189, lon: 2.1 } },
  ext: { srv: { bidderconfig: [{ bidders: ['alpha'], config: { ortb2: { user: { keywords: DATA[3] } } } }], debug: true } },
};

const rule = fc.boolean().map((allow) => ({ default: allow }));
const situation = fc.record({
  activities: fc.record({ transmitUfpd: rule, transmitEids: rule, transmitPreciseGeo: rule }, { requiredKeys: [] }),
  honor: fc.boolean(),
  coppa: fc.boolean(),
  lmt: fc.boolean(),
  gdprApplies: fc.boolean(),
  hasLegalBasis: fc.boolean(),
  known: fc.boolean(),
  decisions: fc.array(fc.record({ mayPassIds: fc.boolean(), mayPassPreciseGeo: fc.boolean() }), { maxLength: 3 }),
  endpoint: fc.constantFrom('auction' as const, 'amp' as const, 'video' as const),
});

describe('data removed by a privacy decision', () => {
  test('is in no text sent to a sink', () => {
    fc.assert(
      fc.property(situation, ({ activities, honor, coppa, lmt, gdprApplies, hasLegalBasis, known, decisions, endpoint }) => {
        const settings = { account_defaults: { privacy: { allowactivities: activities } }, analytics: { honor_signals: honor } };
        const services = testServices({ settings });
        const made = decisions.map((decision, i): [string, BidderPrivacy] => [`b${i}`, { ...unlimited, ...decision }]);
        const response = { id: 'request', seatbid: [], ext: { debug: { resolvedrequest: request } } };
        const auction = endedAuction(services, request, {
          endpoint,
          response,
          clientResponse: {
            status: 200,
            headers: {},
            body: JSON.stringify(endpoint === 'video' ? { adPods: [], ext: response.ext } : response),
          },
          privacy: new Map(made),
        });
        auction.input.body = JSON.stringify({ user: request.user, device: request.device });
        auction.privacyContext = known && auction.privacyContext ? { ...auction.privacyContext, coppa, lmt, gdprApplies } : undefined;
        const report = auctionReport(auction, services, { name: 'm', hasLegalBasis });
        const messages = (['srv', 'prebid'] as const)
          .flatMap((word) => [goJson(report, '"type":"x"', word), plainJson(report, word)])
          .join('\n');

        const restricted = honor && (!known || coppa || lmt);
        const isConsulted = honor && known && gdprApplies && !hasLegalBasis;
        const allows = (name: keyof typeof activities): boolean => activities[name]?.default !== false;
        const noIds = restricted || !allows('transmitUfpd') || (isConsulted && !made.some(([, { mayPassIds }]) => mayPassIds));
        const noData = restricted || !allows('transmitUfpd') || noIds;
        const noPlace =
          restricted || !allows('transmitPreciseGeo') || (isConsulted && !made.some(([, { mayPassPreciseGeo }]) => mayPassPreciseGeo));
        const removed = [
          ...(noIds ? IDS : []),
          ...(noData ? DATA : []),
          ...(noPlace ? PLACE : []),
          ...(allows('transmitEids') ? [] : [IDS[2], IDS[4]]),
        ];
        expect(removed.filter((mark) => messages.includes(mark))).toEqual([]);
        if (!noIds && !noData && !noPlace && allows('transmitEids')) {
          for (const mark of [...IDS, ...DATA, ...PLACE]) expect(messages).toContain(mark);
        }
      }),
      runs(300),
    );
  });
});
