/**
 * The Java variant's request-level stored auction response: the answer is given instead of an auction
 * (auction-request.md 11.3). Problems become warnings with an empty answer.
 */
import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Found, Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import { isObject } from '#src/wire/merge.ts';
import type { SeatBid } from '#src/wire/ortb.ts';

const SKIPPED = 'no auction. response defined by storedauctionresponse';

/** Sets `auction.wholeStoredResponse` where the request asks for one; without `id` or `seatbidarr` the auction goes on. */
export function wholeStoredResponse(auction: Auction, services: Services): void | Promise<void> {
  const stored: unknown = auction.request.ext?.srv?.storedauctionresponse;
  if (auction.wholeStoredResponse || !isObject(stored)) return;
  const { id, seatbidarr } = stored;
  if (seatbidarr !== undefined && seatbidarr !== null) return answerWith(auction, seatbidarr);
  if (typeof id !== 'string' || id === '') return;
  const left = auction.deadlineAt === undefined ? Number.POSITIVE_INFINITY : auction.deadlineAt - services.clock.now();
  const found = services.stored.find('response', [id], left, auction.accountId, auction.abort);
  return found instanceof Promise ? found.then((later) => answerWith(auction, parse(later, id))) : answerWith(auction, parse(found, id));
}

/** A text instead of seats says what is wrong. */
function parse({ texts, errors }: Found, id: string): unknown {
  const text = texts.get(id);
  if (text === undefined) {
    return errors.length > 0
      ? `Stored response fetching failed with reason: ${errors.join(', ')}`
      : `Failed to fetch stored auction response for storedAuctionResponse id = ${id}.`;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return `Can't parse Json for stored response with id ${id}`;
  }
}

function answerWith(auction: Auction, seats: unknown): void {
  const fault = typeof seats === 'string' ? seats : seatsFault(seats);
  if (fault !== undefined) auction.findings.warn(OWN, CODES.unknown, fault);
  auction.wholeStoredResponse = fault === undefined ? (seats as SeatBid[]) : [];
  auction.findings.warn(OWN, CODES.unknown, SKIPPED);
}

function seatsFault(seats: unknown): string | undefined {
  for (const seat of Array.isArray(seats) ? (seats as unknown[]) : [seats]) {
    if (!isObject(seat)) return "SeatBid can't be null in stored response";
    if (typeof seat['seat'] !== 'string' || seat['seat'] === '') return "Seat can't be empty in stored response seatBid";
    if (!Array.isArray(seat['bid']) || seat['bid'].length === 0) return 'There must be at least one bid in stored response seatBid';
  }
  return Array.isArray(seats) ? undefined : "SeatBid can't be null in stored response";
}
