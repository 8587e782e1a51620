/** Complete auctions without sockets: a host's services with bidders in memory, and the cost of its auctions. */
import { tmpdir } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { runAuction } from '#machines/run.ts';
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import { makeHost } from '#src/host/host.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { FEATURES, listedVendors, settingsFor } from './features.ts';
import { benchRequest, benchResponse, bidderNames } from './request.ts';

/** Settings of bidders by name; they are vendors of the bench's list. */
export const adaptersInMemory = (names: readonly string[]): HostConfigInput['adapters'] =>
  Object.fromEntries(
    names.map((name, i) => [
      name,
      { alias_of: 'generic', enabled: true, endpoint: 'http://bidder.example', openrtb: { version: '2.6' }, gvl_vendor_id: i + 1 },
    ]),
  );

/** A host whose bidders respond to every call on the next turn of the event loop with one bid per imp. */
export async function servicesInMemory(bidders: number, everything = false, imps = 3): Promise<Services> {
  // Observers are not part of these auctions: only their end would call them.
  const features = everything ? FEATURES.filter((feature) => feature !== 'file analytics') : [];
  const config = hostSchema.parse({ adapters: adaptersInMemory(bidderNames(bidders)), ...settingsFor(features, tmpdir()) });
  const { services } = await makeHost(config, silentLog, { demo: false });
  return respondingTo({ ...services, vendorLists: listedVendors() }, imps);
}

/** The same host for requests with another number of imps. */
export function respondingTo(services: Services, imps: number): Services {
  const body = JSON.stringify(benchResponse(benchRequest([], imps)));
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

export const incomingOf = (request: BidRequest): Incoming => ({
  method: 'POST',
  path: '/openrtb2/auction',
  query: {},
  headers: {},
  remoteAddress: '203.0.113.9',
  body: Buffer.from(JSON.stringify(request)),
});

/** Runs one auction to its end. A rejected one costs little: it would pass for a fast one. */
export async function runOnce(services: Services, incoming: Incoming): Promise<Auction> {
  const auction = await new Promise<Auction>((resolve) => {
    runAuction(newAuction('auction', incoming, services, resolve), services, stages);
  });
  if (auction.rejection) throw new Error(`an auction of the bench was rejected: ${auction.rejection.messages.join(', ')}`);
  return auction;
}

/** CPU µs per auction of one round. */
export async function microsOfRound(services: Services, incoming: Incoming, auctions: number): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < auctions; i++) await runOnce(services, incoming);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / auctions;
}

/** CPU µs per auction, one sample per round; the first rounds only warm up. */
export async function microsPerAuction(services: Services, incoming: Incoming, auctions: number, rounds: number): Promise<number[]> {
  const samples: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const micros = await microsOfRound(services, incoming, auctions);
    if (round >= 0) samples.push(micros);
  }
  return samples;
}

/** KB allocated on the JavaScript heap per auction, counted by V8. */
export async function kilobytesPerAuction(services: Services, incoming: Incoming, auctions: number): Promise<number> {
  const allocated = (): number => (getHeapStatistics() as unknown as { total_allocated_bytes: number }).total_allocated_bytes;
  const before = allocated();
  for (let i = 0; i < auctions; i++) await runOnce(services, incoming);
  return (allocated() - before) / auctions / 1024;
}
