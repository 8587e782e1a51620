/** The `respond` state: builds the response from the record, and the HTTP response from it (docs/stages/respond.md). */

import { CODES } from '#src/bidders/errors.ts';
import { finishResponse } from '#src/modules/stages/response.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import type { Auction } from './auction.ts';
import { OWN } from './diagnostics.ts';
import { ampClientResponse } from './endpoints/amp/client-response.ts';
import { videoClientResponse } from './endpoints/video/client-response.ts';
import { seatBids } from './respond/bids.ts';
import { applyCustomTargeting } from './respond/custom-targeting.ts';
import { jsonClientResponse } from './response/client-response.ts';
import { warnOfHiddenCalls } from './response/debug.ts';
import { responseExt, wantsTags } from './response/ext.ts';
import type { Services } from './services.ts';

const NO_DETAILS = 'analytics.options.enableclientdetails not enabled for account';

/** Runs last; waits only if a video request's log must be cached, or for a module. */
export function respond(auction: Auction, services: Services): void | Promise<void> {
  auction.response = buildResponse(auction, services);
  return finishResponse(auction, services, makeClientResponse);
}

/** The HTTP response in the format of the auction's endpoint. */
export function makeClientResponse(auction: Auction, services: Services): void | Promise<void> {
  const { response, endpoint } = auction;
  if (!response) return;
  if (endpoint === 'video') return videoClientResponse(response, auction, services);
  auction.clientResponse =
    endpoint === 'amp' ? ampClientResponse(response, auction, services) : jsonClientResponse(response, auction, services);
}

/** The response object, with our extension key. Parts shared with the record must not be modified. */
function buildResponse(auction: Auction, services: Services): BidResponse {
  const { response: dialect } = services.dialect;
  const seatbid = auction.fullStoredResponse ?? seatBids(auction, services);
  const { id } = auction.request;
  const response: BidResponse = { id };
  if (seatbid.length > 0 || dialect.alwaysHasSeats || auction.fullStoredResponse) response.seatbid = seatbid;
  const cur = currencyOf(auction, services);
  if (cur) response.cur = cur;
  const nbr = seatbid.length > 0 || auction.fullStoredResponse ? undefined : dialect.noBidReason(auction);
  if (nbr !== undefined) response.nbr = nbr;
  const targeted = applyCustomTargeting(auction, response, dialect.customTargeting);
  warnOfHiddenCalls(auction, services);
  warnOfTruncatedKeys(auction);
  dialect.reportMissingVideos(auction);
  if (wantsTags(auction) && !auction.account.analytics.allow_client_details) auction.diagnostics.warn(OWN, CODES.unknown, NO_DETAILS);
  return { ...targeted, ext: responseExt(auction, services) };
}

/** The response's currency. For a stored auction response only the request can set it. */
function currencyOf(auction: Auction, { config, dialect }: Services): string | undefined {
  const [named] = auction.request.cur ?? [];
  return auction.fullStoredResponse ? named : dialect.response.currency(auction, named, config.ad_server_currency);
}

/** Reports truncated targeting keys if the host enables it. */
function warnOfTruncatedKeys({ targeting, diagnostics }: Auction): void {
  const truncated = targeting?.truncation?.truncated;
  if (truncated && truncated.size > 0)
    diagnostics.warn('targeting', CODES.badInput, `The following keys have been truncated: ${[...truncated].join(', ')}`);
}
