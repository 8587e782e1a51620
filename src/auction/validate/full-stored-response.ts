/**
 * The Java variant's request-level stored auction response: the stored response is returned instead of running an auction. Problems become
 * warnings with an empty response.
 */

import { CODES } from '#src/bidders/errors.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { SeatBid } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import { OWN } from '../diagnostics.ts';
import type { Services } from '../services.ts';
import type { Found } from '../stored-data.ts';

const SKIPPED = 'no auction. response defined by storedauctionresponse';

/** Sets `auction.fullStoredResponse` if the request names one; without `id` or `seatbidarr` the auction continues. */
export function fullStoredResponse(auction: Auction, services: Services): void | Promise<void> {
  const stored: unknown = auction.request.ext?.srv?.storedauctionresponse;
  if (auction.fullStoredResponse || !isObject(stored)) return;
  const { id, seatbidarr } = services.config.rules.coerceTypes ? coerced(stored) : stored;
  if (seatbidarr !== undefined && seatbidarr !== null) return useStoredSeats(auction, { value: seatbidarr });
  if (typeof id !== 'string' || id === '') return;
  const timeoutMs = services.dialect.stored.lookUpMs(auction, services, auction.request.tmax);
  const found = services.stored.find('response', [id], timeoutMs, auction.accountId, auction.abort);
  return found instanceof Promise
    ? found.then((later) => useStoredSeats(auction, parse(later, id)))
    : useStoredSeats(auction, parse(found, id));
}

/** The body is not decoded yet: a single seat is a list, a number is an id. */
function coerced({ id, seatbidarr }: Ext): Ext {
  return { id: typeof id === 'number' ? String(id) : id, seatbidarr: isObject(seatbidarr) ? [seatbidarr] : seatbidarr };
}

function parse({ documents, errors, missing }: Found, id: string): Result<unknown> {
  const json = documents.get(id);
  if (json === undefined) {
    return {
      error:
        errors.length > 0 && !missing
          ? `Stored response fetching failed with reason: ${errors.join(', ')}`
          : `Failed to fetch stored auction response for storedAuctionResponse id = ${id}.`,
    };
  }
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    return { error: `Can't parse Json for stored response with id ${id}` };
  }
}

function useStoredSeats(auction: Auction, found: Result<unknown>): void {
  const seats = checked(found);
  if ('error' in seats) auction.diagnostics.warn(OWN, CODES.unknown, seats.error);
  auction.fullStoredResponse = 'value' in seats ? seats.value : [];
  auction.diagnostics.warn(OWN, CODES.unknown, SKIPPED);
}

function checked(found: Result<unknown>): Result<SeatBid[]> {
  if ('error' in found) return found;
  const error = seatsError(found.value);
  return error === undefined ? { value: found.value as SeatBid[] } : { error };
}

function seatsError(seats: unknown): string | undefined {
  for (const seat of Array.isArray(seats) ? (seats as unknown[]) : [seats]) {
    if (!isObject(seat)) return "SeatBid can't be null in stored response";
    if (typeof seat['seat'] !== 'string' || seat['seat'] === '') return "Seat can't be empty in stored response seatBid";
    if (!Array.isArray(seat['bid']) || seat['bid'].length === 0) return 'There must be at least one bid in stored response seatBid';
  }
  return Array.isArray(seats) ? undefined : "SeatBid can't be null in stored response";
}
