/** Cost of taps at the end of an auction: no client, one tap that receives everything, and the memory of a thousand that never read. */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Auction } from '#src/auction/auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { systemRandom } from '#src/platform/random.ts';
import type { Sink } from '#src/taps/client.ts';
import { TapHub } from '#src/taps/hub.ts';
import { LocalSource } from '#src/taps/source.ts';
import { subscriptionSchema } from '#src/taps/subscription.ts';
import { EventBus } from '#streams/events.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { type TestServices, testServices } from '#test/helpers/services.ts';
import { type PartLine, sampleMicros } from '../parts.ts';
import { benchRequest, bidderNames } from '../request.ts';

const SLOW_TAPS = 1000;

interface Bench {
  readonly services: TestServices;
  readonly bus: EventBus;
  readonly hub: TapHub;
}

function bench(settings: HostConfigInput = {}): Bench {
  const bus = new EventBus();
  const services: TestServices = { ...testServices({ settings, random: systemRandom }), clock: systemClock as never, bus: bus as never };
  const source = new LocalSource({ bus, log: silentLog, maxBodyBytes: 128 * 1024, recordingOf: () => undefined });
  const hub = new TapHub({
    source,
    settings: hostSchema.parse({ gdpr: { default_value: '0' }, ...settings }).taps,
    clock: systemClock,
    session: 'bench',
    describe: () => ({ version: 'bench' }),
  });
  return { services, bus, hub };
}

/** An auction of the bench's request with five responding bidders. */
function ended(services: TestServices): Auction {
  const names = bidderNames(5);
  const call = { method: 'POST', uri: 'http://bidder.example/bid', headers: {}, impIds: ['1'] } as const;
  const response = { status: 200, headers: {}, body: '{"seatbid":[]}' };
  const bid = (id: string) => ({ id, impid: '1', price: 1.25, adm: '<p>'.repeat(100), crid: 'c' });
  return endedAuction(services, benchRequest(names), {
    outcomes: names.map((bidder) => ({
      bidder,
      kind: 'bids' as const,
      ms: 30,
      calls: [{ call, ms: 30, response, result: { currency: 'USD', bids: [{ bid: bid('b1'), type: 'banner' as const }] } }],
    })),
    clientResponse: {
      status: 200,
      headers: {},
      body: JSON.stringify({ id: 'x', seatbid: names.map((seat) => ({ seat, bid: [bid('b1')] })) }),
    },
  });
}

const reads: Sink = { buffered: 0, send: (_bytes, done) => done(), close: () => {} };

/** Accepts everything, as a socket does, and never sends it. */
function neverReads(): Sink & { readonly held: readonly Buffer[] } {
  const held: Buffer[] = [];
  let buffered = 0;
  return {
    held,
    get buffered() {
      return buffered;
    },
    send(bytes) {
      held.push(bytes);
      buffered += bytes.length;
    },
    close: () => {},
  };
}

async function costOf(name: string, wanted: object | undefined, target?: number): Promise<PartLine> {
  const { services, hub } = bench();
  const auction = ended(services);
  if (wanted) hub.connect(reads).subscribe(subscriptionSchema.parse(wanted));
  const value = sampleMicros(() => publishEnd(auction, services));
  // Collected events are written here; they are not part of the figure.
  await pause(150);
  hub.stop();
  return { name: `taps: ${name}`, value, target };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use: a first collection leaves buffers of which the last events are written later. */
async function bytesInUse(): Promise<number> {
  collect();
  await pause(200);
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const MIB = 1024 * 1024;
const mib = (bytes: number): string => (bytes / MIB).toFixed(1);

/** CPU of an auction while a thousand taps never read, to the last write, and their memory. */
async function slowTaps(name: string, auctions: number, subscriptionOf: (tap: number) => object): Promise<PartLine[]> {
  const { services, hub } = bench();
  const auction = ended(services);
  const before = await bytesInUse();
  const sinks = Array.from({ length: SLOW_TAPS }, neverReads);
  const taps = sinks.map((sink) => hub.connect(sink));
  for (const [i, tap] of taps.entries()) tap.subscribe(subscriptionSchema.parse(subscriptionOf(i)));
  const from = process.cpuUsage();
  for (let i = 0; i < auctions; i++) {
    publishEnd(auction, services);
    if (i % 50 === 0) await pause(1);
  }
  await pause(200);
  const { user, system } = process.cpuUsage(from);
  const { waiting } = hub;
  const dropped = taps.reduce((sum, tap) => sum + tap.dropped, 0) / SLOW_TAPS;
  const grown = (await bytesInUse()) - before;
  const each = (sinks[0]?.held ?? []).reduce((sum, { length }) => sum + length, 0);
  console.log(
    `${auctions} auctions: ${mib(waiting)} MiB by the count of the taps, ${mib(each)} MiB in the sink of each; each lost ${Math.round(dropped)} events`,
  );
  hub.stop();
  const line = `taps: ${SLOW_TAPS} ${name}`;
  return [
    { name: line, value: (user + system) / auctions },
    { name: `${line}: memory`, value: grown / MIB, unit: 'MiB' },
  ];
}

export async function measure(): Promise<PartLine[]> {
  return [
    await costOf('nobody', undefined, 1),
    await costOf('one, ended auctions', { kinds: ['auction'] }),
    await costOf('one, everything', {}),
    await costOf('one, everything including bodies', { bodies: true }),
    ...(await slowTaps('that never read', 2000, () => ({}))),
    ...(await slowTaps('that never read, different subscriptions', 200, (i) => ({ sample: 1 - i / 1e6 }))),
  ];
}
