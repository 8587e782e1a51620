/** Cost of observation at the end of an auction: none, metrics alone, analytics modules, traces. Sinks accept everything at once. */
import { AuctionReport } from '#src/analytics/auction-report.ts';
import { goJson } from '#src/analytics/go-names.ts';
import { maskedCopy } from '#src/analytics/masked-copy.ts';
import type { NamedModule } from '#src/analytics/module.ts';
import { plainJson } from '#src/analytics/plain-names.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome } from '#src/auction/bidder-task.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import { systemClock } from '#src/platform/clock.ts';
import { systemRandom } from '#src/platform/random.ts';
import { startTraces } from '#src/tracing/traces.ts';
import { startAnalytics } from '#streams/analytics.ts';
import { aModule, endedAuction } from '#test/helpers/analytics.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';
import { type PartLine, sampleMicros } from '../parts.ts';
import { benchRequest, bidderNames } from '../request.ts';

const BIDDERS = 5;

/** An auction of the bench's request with five bidders, two bids each. */
function ended(services: TestServices): Auction {
  const names = bidderNames(BIDDERS);
  const request = benchRequest(names);
  const bid = (i: number) => ({
    id: `b${i}`,
    impid: request.imp[0]?.id ?? '',
    price: 1.25,
    adm: '<p>'.repeat(100),
    crid: 'c',
    w: 300,
    h: 250,
  });
  const call = { method: 'POST', uri: 'http://bidder.example/bid', headers: {}, impIds: ['1'] } as const;
  const outcomes = names.map((bidder): BidderOutcome => {
    const bids = [bid(1), bid(2)].map((one) => ({ bid: one, type: 'banner' as const }));
    return {
      bidder,
      kind: 'bids',
      ms: 30,
      calls: [{ call, ms: 30, response: { status: 200, headers: {}, body: '' }, result: { currency: 'USD', bids } }],
    };
  });
  const response = { id: request.id, cur: 'USD', seatbid: names.map((seat) => ({ seat, bid: [bid(1), bid(2)] })) };
  const steps = ['validate', 'enrich', 'privacy', 'fanOut', 'collect', 'adjust', 'target', 'cache', 'respond'];
  const auction = endedAuction(services, request, {
    outcomes,
    response,
    clientResponse: { status: 200, headers: {}, body: JSON.stringify(response) },
    timeline: steps.map((state, i) => ({ state, atUs: i * 100, tookUs: 100 })),
  });
  for (const seat of names) {
    const bids = [bid(1), bid(2)].map((one) => ({
      bid: one,
      type: 'banner' as const,
      seat,
      bidder: seat,
      core: seat,
      originalPrice: 1,
      originalCurrency: 'USD',
    }));
    auction.seats.set(seat, { seat, currency: 'USD', bids });
  }
  return auction;
}

const servicesWith = (settings: HostConfigInput = {}): TestServices => ({
  ...testServices({ settings, random: systemRandom }),
  clock: systemClock as never,
});

/** A module with a real encoder and a sink that accepts everything. */
function moduleWith(encode: (report: AuctionReport) => string): NamedModule {
  const delivery = { ...aModule('x').delivery, batch: { count: 200, bytes: 1e9, ms: 1000 }, buffer: { count: 1e6, bytes: 1e12 } };
  return aModule('bench', {
    delivery,
    send: async () => {},
    encode: (report) => (report instanceof AuctionReport ? { text: encode(report) } : undefined),
  });
}

const goLine = (report: AuctionReport): string => goJson(report, '"type":"/openrtb2/auction"', 'srv');

function cost(name: string, set: (services: TestServices) => void, settings?: HostConfigInput, target?: number): PartLine {
  const services = servicesWith(settings);
  set(services);
  const auction = ended(services);
  return { name: `watching: ${name}`, value: sampleMicros(() => publishEnd(auction, services)), target };
}

const maskedHttp: HostConfigInput = { account_defaults: { privacy: { allowactivities: { transmitUfpd: { default: false } } } } };
const traced = (sample_rate: number): HostConfigInput => ({ tracing: { enabled: true, sample_rate, batch: { count: 1000 } } });

export function measure(): PartLine[] {
  const counted = servicesWith();
  const counts = new AuctionCounts(counted);
  const auction = ended(counted);
  const post = async (): Promise<number> => 200;
  return [
    cost('nobody', () => {}, {}, 1),
    { name: 'watching: metrics', value: sampleMicros(() => counts.ended(auction)), target: 15 },
    cost('file logger', (services) => startAnalytics([moduleWith(goLine)], services), {}, 60),
    cost('HTTP collector', (services) => startAnalytics([moduleWith((report) => plainJson(report, 'srv'))], services), {}, 60),
    cost('file logger, masked request', (services) => startAnalytics([moduleWith(goLine)], services), maskedHttp),
    cost('file logger, none sampled', (services) => startAnalytics([Object.assign(moduleWith(goLine), { share: 0 })], services)),
    cost('traces, one in a hundred', (services) => startTraces(services, post), traced(0.01)),
    cost('traces, all', (services) => startTraces(services, post), traced(1)),
    {
      name: 'watching: own copy of the request, unmasked',
      value: sampleMicros(() => maskedCopy(auction, { name: 'm', hasLegalBasis: false }, counted)),
    },
  ];
}
