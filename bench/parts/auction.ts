/** A complete auction without sockets: its cost from the bytes of the request to the serialized response, and the share of each state. */
import { runAuction } from '#machines/run.ts';
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import { hostSchema } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import { makeHost } from '#src/host/host.ts';
import { silentLog } from '#src/platform/log.ts';
import type { PartLine } from '../parts.ts';
import { benchRequest, benchResponse, bidderNames } from '../request.ts';

const [BIDDERS, AUCTIONS, ROUNDS] = [5, 400, 15];

async function hostServices(everything: boolean): Promise<Services> {
  const adapters = Object.fromEntries(
    bidderNames(BIDDERS).map((name) => [
      name,
      { alias_of: 'generic', enabled: true, endpoint: 'http://bidder.example', openrtb: { version: '2.6' } },
    ]),
  );
  const config = hostSchema.parse({
    adapters,
    gdpr: { default_value: '0' },
    account_defaults: { events: { enabled: everything } },
    price_floors: { enabled: everything },
  });
  const { services } = await makeHost(config, silentLog, { demo: false });
  const body = JSON.stringify(benchResponse(benchRequest(bidderNames(BIDDERS))));
  const response = { kind: 'response', response: { status: 200, headers: {}, body } } as const;
  return {
    ...services,
    transport: {
      send(_outgoing, done) {
        setImmediate(done, response);
        return () => {};
      },
      close: async () => {},
    },
  };
}

interface Cost {
  readonly micros: number;
  readonly byState: ReadonlyMap<string, number>;
}

async function cost(services: Services, incoming: Incoming): Promise<Cost> {
  const byState = new Map<string, number>();
  const once = (): Promise<Auction> =>
    new Promise((resolve) => {
      runAuction(newAuction('auction', incoming, services, resolve), services, stages);
    });
  const samples: number[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < AUCTIONS; i++) {
      const auction = await once();
      if (round >= 0) for (const { state, tookUs } of auction.timeline) byState.set(state, (byState.get(state) ?? 0) + tookUs);
    }
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) samples.push((user + system) / AUCTIONS);
  }
  samples.sort((a, b) => a - b);
  for (const [state, took] of byState) byState.set(state, took / ROUNDS / AUCTIONS);
  return { micros: samples[Math.floor(samples.length / 2)] ?? 0, byState };
}

export async function measure(): Promise<PartLine[]> {
  const lines: PartLine[] = [];
  for (const everything of [false, true]) {
    const body = Buffer.from(JSON.stringify(benchRequest(bidderNames(BIDDERS), 3, everything)));
    const incoming: Incoming = { method: 'POST', path: '/openrtb2/auction', query: {}, headers: {}, remoteAddress: '203.0.113.9', body };
    const { micros, byState } = await cost(await hostServices(everything), incoming);
    const what = everything ? 'all features enabled' : 'targeting';
    lines.push({ name: `auction: ${BIDDERS} bidders, no sockets, ${what}`, micros });
    // Most of the time of `collect` is the event loop's.
    for (const [state, took] of byState) if (state !== 'collect') lines.push({ name: `  ${state}, wall`, micros: took });
  }
  return lines;
}
