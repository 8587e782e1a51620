/** What the HTTP request itself tells fills what the body leaves open (auction-request.md 7). Nothing explicit is overridden. */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { fillBrowsingTopics } from './browsing-topics.ts';
import { fillDevice } from './device.ts';
import { fillGpc } from './gpc.ts';
import { fillSecure } from './secure.ts';
import { fillSite } from './site.ts';

/** Fills the auction's request in place; findings and, for a `device.ext` that cannot be read, a refusal may follow. */
export function fillFromHttp(auction: Auction, services: Services): void {
  const { request, incoming } = auction;
  const { config, dialect } = services;
  fillDevice(request, incoming, config);
  fillSite(request, incoming, dialect.validate);
  fillAuctionType(request);
  fillSecure(request.imp);
  fillGpc(request, incoming.headers);
  fillBrowsingTopics(auction, services);
  dialect.validate.fillFields(auction, services);
}

/** First price where nothing is said. */
export function fillAuctionType(request: BidRequest): void {
  request.at ||= 1;
}
