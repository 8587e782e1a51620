/** Fills missing fields of the request from HTTP headers and socket. Explicit values are never overridden. */

import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { fillBrowsingTopics } from './browsing-topics.ts';
import { fillDevice } from './device.ts';
import { fillGpc } from './gpc.ts';
import { fillSecure } from './secure.ts';
import { fillSite } from './site.ts';

/** Fills the auction's request in place; adds warnings, and rejects a malformed `device.ext`. */
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

/** The default is a first-price auction. */
export function fillAuctionType(request: BidRequest): void {
  request.at ||= 1;
}
