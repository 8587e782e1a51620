/** The figures of ended auctions. */
import type { Auction } from '#src/auction/auction.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { aBidder, validRequest } from '#test/helpers/auction.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

/** Counts these auctions; returns the requested families. */
export function count(
  families: readonly string[],
  auctions: readonly Partial<Auction>[],
  settings: HostConfigInput = {},
  request?: BidRequest,
) {
  const services = testServices({ settings, bidders: registryOf(aBidder('alpha'), aBidder('beta')) });
  const counts = new AuctionCounts(services);
  for (const over of auctions) counts.ended(endedAuction(services, request ?? validRequest(), over));
  return nonZero(services.metrics.expose(), ...families);
}

/** An auction rejected for this reason. */
export const rejected = (kind: NonNullable<Auction['rejection']>['kind']): Partial<Auction> => ({ rejection: { kind, messages: [] } });
