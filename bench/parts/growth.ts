/** How the cost of an auction without sockets grows with bidders, imps and the size of the request; the slope is that of a straight line. */
import type { Services } from '#src/auction/services.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { incomingOf, microsOfRound, respondingTo, servicesInMemory } from '../in-memory.ts';
import type { PartLine } from '../parts.ts';
import { benchRequest, bidderNames } from '../request.ts';
import { median, slope } from '../stats.ts';

const [WARMING_ROUNDS, ROUNDS] = [2, 9];
/** Work per round, in auctions of the smallest size. */
const AUCTIONS = 300;
const IMPS = 3;
const BIDDERS = 5;
const MAX_BIDDERS = 50;
/** The slope up to the largest size compared with that of the others: 1 is a straight line. */
const MAX_BEND = 1.5;

/** The request with first-party data that fills it to this size. */
function padded(request: BidRequest, kilobytes: number): BidRequest {
  const missing = kilobytes * 1024 - JSON.stringify(request).length;
  const keywords = Array.from({ length: Math.max(0, Math.floor(missing / 20)) }, (_, i) => `keyword-${String(i).padStart(9, '0')}`);
  return { ...request, site: { ...request.site, ext: { ...request.site?.ext, data: { keywords } } } };
}

interface Size {
  readonly name: string;
  readonly request: BidRequest;
  /** Cost compared with the smallest: larger ones run less often. */
  readonly weight: number;
}

/** The cost of each size, and the slope per `unit`. Sizes are measured by turns: the speed of the machine varies more than the slope. */
async function grow(host: Services, unit: string, sizes: readonly number[], sizeOf: (size: number) => Size): Promise<PartLine[]> {
  const measured = sizes.map((size) => {
    const { name, request, weight } = sizeOf(size);
    const services = respondingTo(host, request.imp.length);
    return { size, name, services, incoming: incomingOf(request), auctions: Math.ceil(AUCTIONS / weight), value: [] as number[] };
  });
  for (let round = -WARMING_ROUNDS; round < ROUNDS; round++) {
    for (const { services, incoming, auctions, value } of measured) {
      const micros = await microsOfRound(services, incoming, auctions);
      if (round >= 0) value.push(micros);
    }
  }
  const points = measured.map(({ size, value }): [size: number, micros: number] => [size, median(value)]);
  const bend = slope(points.slice(-2)) / slope(points.slice(0, -1));
  return [
    ...measured.map(({ name, value }) => ({ name: `growth: ${name}`, value })),
    { name: `growth: slope per ${unit}`, value: slope(points) },
    { name: `growth: per ${unit}, the largest size / the others`, value: bend, unit: '×', target: MAX_BEND },
  ];
}

export async function measure(): Promise<PartLine[]> {
  const host = await servicesInMemory(MAX_BIDDERS);
  const plain = (bidders: number, imps: number): BidRequest => benchRequest(bidderNames(bidders), imps, false);
  return [
    ...(await grow(host, 'bidder', [1, 5, 15, MAX_BIDDERS], (n) => ({
      name: `bidders: ${n}`,
      request: plain(n, IMPS),
      weight: 1 + n / 5,
    }))),
    ...(await grow(host, 'imp', [1, 10, 50], (n) => ({ name: `imps: ${n}`, request: plain(BIDDERS, n), weight: 1 + n / 3 }))),
    ...(await grow(host, 'KB of the request', [6, 50, 200], (n) => ({
      name: `request of ${n} KB`,
      request: padded(plain(BIDDERS, IMPS), n),
      weight: 1 + n / 10,
    }))),
  ];
}
