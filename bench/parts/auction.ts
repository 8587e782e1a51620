/** A complete auction without sockets: its cost from the bytes of the request to the serialized response, and the share of each state. */
import type { Incoming } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { incomingOf, kilobytesPerAuction, microsPerAuction, runOnce, servicesInMemory } from '../in-memory.ts';
import type { PartLine } from '../parts.ts';
import { benchRequest, bidderNames } from '../request.ts';

const [BIDDERS, AUCTIONS, ROUNDS] = [5, 400, 15];
const MAX_KILOBYTES = 250;

/** Mean wall µs of each state. */
async function byState(services: Services, incoming: Incoming): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (let i = 0; i < AUCTIONS; i++) {
    const { timeline } = await runOnce(services, incoming);
    for (const { state, tookUs } of timeline) sums.set(state, (sums.get(state) ?? 0) + tookUs / AUCTIONS);
  }
  return sums;
}

export async function measure(): Promise<PartLine[]> {
  const lines: PartLine[] = [];
  for (const everything of [false, true]) {
    const services = await servicesInMemory(BIDDERS, everything);
    const incoming = incomingOf(benchRequest(bidderNames(BIDDERS), 3, everything));
    const name = `auction: ${BIDDERS} bidders, no sockets, ${everything ? 'all features enabled' : 'targeting'}`;
    lines.push({ name, value: await microsPerAuction(services, incoming, AUCTIONS, ROUNDS) });
    // Most of the time of `collect` is the event loop's.
    for (const [state, took] of await byState(services, incoming))
      if (state !== 'collect') lines.push({ name: `${name}: ${state}, wall`, value: took });
    const kilobytes = await kilobytesPerAuction(services, incoming, AUCTIONS);
    lines.push({ name: `${name}: allocated`, value: kilobytes, unit: 'KB', target: everything ? undefined : MAX_KILOBYTES });
  }
  return lines;
}
