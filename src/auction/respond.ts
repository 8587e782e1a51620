/** The `respond` state: the record becomes the answer, the answer the reply (auction-exchange.md 14 to 16, 21). */

import { CODES } from '#src/bidders/errors.ts';
import { finishAnswer } from '#src/modules/stages/response.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidResponse } from '#src/wire/ortb.ts';
import { ampReply } from './amp/reply.ts';
import type { Auction } from './auction.ts';
import { OWN } from './findings.ts';
import { isTold, seatBids } from './respond/bids.ts';
import { applyCustomTargeting } from './respond/custom-targeting.ts';
import { warnOfHiddenCalls } from './respond/debug.ts';
import { responseExt, wantsTags } from './respond/ext.ts';
import { jsonReply } from './respond/reply.ts';
import type { Services } from './services.ts';
import { isJavaShape } from './shape.ts';
import { videoReply } from './video/reply.ts';

/** No-bid reason: invalid request, here for want of anybody to call (Go variant). */
const NOBODY_CALLED = 2;
/** No-bid reason: unknown (Java variant). */
const NO_REASON = 0;

const NO_DETAILS = 'analytics.options.enableclientdetails not enabled for account';

/** Runs last; waits only where a video request's log has to be cached, or where a module does. */
export function respond(auction: Auction, services: Services): void | Promise<void> {
  auction.response = buildResponse(auction, services);
  return finishAnswer(auction, services, makeReply);
}

/** The reply in the form of the endpoint the auction came by. */
export function makeReply(auction: Auction, services: Services): void | Promise<void> {
  const { response, entry } = auction;
  if (!response) return;
  if (entry === 'video') return videoReply(response, auction, services);
  auction.reply = entry === 'amp' ? ampReply(response, auction, services) : jsonReply(response, auction, services);
}

/** The answer as an object, our word inside. What is shared with the record is not to be written to. */
export function buildResponse(auction: Auction, services: Services): BidResponse {
  const { config } = services;
  const isJava = isJavaShape(config);
  const seatbid = auction.wholeStoredResponse ?? seatBids(auction, services);
  const { id } = auction.request;
  const cur = currencyTold(auction, isJava ? config.ad_server_currency : undefined);
  const response: BidResponse = { id };
  if (seatbid.length > 0 || isJava || auction.wholeStoredResponse) response.seatbid = seatbid;
  if (cur) response.cur = cur;
  const nbr = seatbid.length > 0 || auction.wholeStoredResponse ? undefined : reasonOf(auction, isJava);
  if (nbr !== undefined) response.nbr = nbr;
  const targeted = applyCustomTargeting(auction, response, isJava);
  warnOfHiddenCalls(auction, services);
  warnOfCutKeys(auction);
  if (isJava) tellMissingVideos(auction);
  if (wantsTags(auction) && !auction.account.analytics.allow_client_details) auction.findings.warn(OWN, CODES.unknown, NO_DETAILS);
  return { ...targeted, ext: responseExt(auction, services) };
}

/** Imps whose stored video is to be echoed, and has none (Java variant, auction-exchange.md 14). */
function tellMissingVideos({ imps, findings }: Auction): void {
  for (const [id, { echoVideoAttrs, storedImp }] of imps) {
    if (!echoVideoAttrs || !storedImp || isObject(storedImp['video'])) continue;
    findings.error(OWN, CODES.unknown, `No stored video found for Imp with id ${id}`);
  }
}

/** Which targeting keys were cut, where this host tells (auction-exchange.md 12.4). */
function warnOfCutKeys({ targeting, findings }: Auction): void {
  const cut = targeting?.cutting?.cut;
  if (cut && cut.size > 0) findings.warn('targeting', CODES.badInput, `The following keys have been truncated: ${[...cut].join(', ')}`);
}

/**
 * The answer's currency. Of a whole stored answer only the request can say (auction-request.md 11.3).
 * @param standard the answer's where no request names one (Java variant); absent: that of the bids counts
 */
function currencyTold(auction: Auction, standard: string | undefined): string | undefined {
  const [named] = auction.request.cur ?? [];
  if (auction.wholeStoredResponse) return named;
  return standard === undefined ? currencyOf(auction) : (named ?? standard);
}

/** The currency of a seat that is told. */
function currencyOf(auction: Auction): string | undefined {
  for (const seat of auction.seats.values()) if (seat.currency !== '' && isTold(seat, auction, false)) return seat.currency;
  return undefined;
}

function reasonOf({ outcomes, tasks, storedAuctionResponses }: Auction, isJava: boolean): number | undefined {
  if (isJava) return NO_REASON;
  const nobody = outcomes.length === 0 && tasks.length === 0 && storedAuctionResponses.size === 0;
  return nobody ? NOBODY_CALLED : undefined;
}
