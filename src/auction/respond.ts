/** The `respond` state: builds the response from the record, and the HTTP response from it. */

import { CODES } from '#src/bidders/errors.ts';
import { isObject } from '#src/json/merge.ts';
import { finishResponse } from '#src/modules/stages/response.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import type { Auction } from './auction.ts';
import { OWN } from './diagnostics.ts';
import { ampClientResponse } from './endpoints/amp/client-response.ts';
import { videoClientResponse } from './endpoints/video/client-response.ts';
import { isIncluded, seatBids } from './respond/bids.ts';
import { applyCustomTargeting } from './respond/custom-targeting.ts';
import { jsonClientResponse } from './response/client-response.ts';
import { warnOfHiddenCalls } from './response/debug.ts';
import { responseExt, wantsTags } from './response/ext.ts';
import type { Services } from './services.ts';
import { isJavaShape } from './shape.ts';

/** No-bid reason: invalid request, used here if there is no bidder to call (Go variant). */
const NO_CALLS = 2;
/** No-bid reason: unknown (Java variant). */
const NO_REASON = 0;

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
export function buildResponse(auction: Auction, services: Services): BidResponse {
  const { config } = services;
  const isJava = isJavaShape(config);
  const seatbid = auction.fullStoredResponse ?? seatBids(auction, services);
  const { id } = auction.request;
  const cur = reportedCurrency(auction, isJava ? config.ad_server_currency : undefined);
  const response: BidResponse = { id };
  if (seatbid.length > 0 || isJava || auction.fullStoredResponse) response.seatbid = seatbid;
  if (cur) response.cur = cur;
  const nbr = seatbid.length > 0 || auction.fullStoredResponse ? undefined : reasonOf(auction, isJava);
  if (nbr !== undefined) response.nbr = nbr;
  const targeted = applyCustomTargeting(auction, response, isJava);
  warnOfHiddenCalls(auction, services);
  warnOfTruncatedKeys(auction);
  if (isJava) warnOfMissingVideos(auction);
  if (wantsTags(auction) && !auction.account.analytics.allow_client_details) auction.diagnostics.warn(OWN, CODES.unknown, NO_DETAILS);
  return { ...targeted, ext: responseExt(auction, services) };
}

/** Imps whose stored video should be echoed but is missing (Java variant). */
function warnOfMissingVideos({ imps, diagnostics }: Auction): void {
  for (const [id, { echoVideoAttrs, storedImp }] of imps) {
    if (!echoVideoAttrs || !storedImp || isObject(storedImp['video'])) continue;
    diagnostics.error(OWN, CODES.unknown, `No stored video found for Imp with id ${id}`);
  }
}

/** Reports truncated targeting keys if the host enables it. */
function warnOfTruncatedKeys({ targeting, diagnostics }: Auction): void {
  const truncated = targeting?.truncation?.truncated;
  if (truncated && truncated.size > 0)
    diagnostics.warn('targeting', CODES.badInput, `The following keys have been truncated: ${[...truncated].join(', ')}`);
}

/**
 * The response's currency. For a stored response only the request can name it.
 * @param standard the default if the request names none (Java variant); absent: the currency of the bids
 */
function reportedCurrency(auction: Auction, standard: string | undefined): string | undefined {
  const [named] = auction.request.cur ?? [];
  if (auction.fullStoredResponse) return named;
  return standard === undefined ? currencyOf(auction) : (named ?? standard);
}

/** The currency of an included seat. */
function currencyOf(auction: Auction): string | undefined {
  for (const seat of auction.seats.values()) if (seat.currency !== '' && isIncluded(seat, auction, false)) return seat.currency;
  return undefined;
}

function reasonOf({ outcomes, tasks, storedAuctionResponses }: Auction, isJava: boolean): number | undefined {
  if (isJava) return NO_REASON;
  const nobody = outcomes.length === 0 && tasks.length === 0 && storedAuctionResponses.size === 0;
  return nobody ? NO_CALLS : undefined;
}
