/**
 * The Java variant's request-level stored auction response: the stored response is returned instead of running an auction. Problems become
 * warnings with an empty response.
 */

import { CODES } from '#src/bidders/errors.ts';
import { isObject } from '#src/json/merge.ts';
import type { SeatBid } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import { OWN } from '../diagnostics.ts';
import type { Services } from '../services.ts';
import type { Found } from '../stored-data.ts';

const SKIPPED = 'no auction. response defined by storedauctionresponse';

/** Sets `auction.wholeStoredResponse` if the request asks for one; without `id` or `seatbidarr` the auction continues. */
export function fullStoredResponse(auction: Auction, services: Services): void | Promise<void> {
  const stored: unknown = auction.request.ext?.srv?.storedauctionresponse;
  if (auction.fullStoredResponse || !isObject(stored)) return;
  const { id, seatbidarr } = stored;
  if (seatbidarr !== undefined && seatbidarr !== null) return useStoredSeats(auction, seatbidarr);
  if (typeof id !== 'string' || id === '') return;
  const left = auction.deadlineAt === undefined ? Number.POSITIVE_INFINITY : auction.deadlineAt - services.clock.now();
  const found = services.stored.find('response', [id], left, auction.accountId, auction.abort);
  return found instanceof Promise
    ? found.then((later) => useStoredSeats(auction, parse(later, id)))
    : useStoredSeats(auction, parse(found, id));
}

/** A string instead of seats is an error message. */
function parse({ documents, errors }: Found, id: string): unknown {
  const json = documents.get(id);
  if (json === undefined) {
    return errors.length > 0
      ? `Stored response fetching failed with reason: ${errors.join(', ')}`
      : `Failed to fetch stored auction response for storedAuctionResponse id = ${id}.`;
  }
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return `Can't parse Json for stored response with id ${id}`;
  }
}

function useStoredSeats(auction: Auction, seats: unknown): void {
  const error = typeof seats === 'string' ? seats : seatsError(seats);
  if (error !== undefined) auction.diagnostics.warn(OWN, CODES.unknown, error);
  auction.fullStoredResponse = error === undefined ? (seats as SeatBid[]) : [];
  auction.diagnostics.warn(OWN, CODES.unknown, SKIPPED);
}

function seatsError(seats: unknown): string | undefined {
  for (const seat of Array.isArray(seats) ? (seats as unknown[]) : [seats]) {
    if (!isObject(seat)) return "SeatBid can't be null in stored response";
    if (typeof seat['seat'] !== 'string' || seat['seat'] === '') return "Seat can't be empty in stored response seatBid";
    if (!Array.isArray(seat['bid']) || seat['bid'].length === 0) return 'There must be at least one bid in stored response seatBid';
  }
  return Array.isArray(seats) ? undefined : "SeatBid can't be null in stored response";
}
