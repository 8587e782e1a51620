/** Bidders' calls for taps. The bidder's own privacy decision has already masked them. */
import type { BidderOutcome, CallOutcome } from '#src/auction/bidder-task.ts';
import { shownHeaders } from '#src/auction/response/debug.ts';
import type { BidderData, CallBodies, CallData } from './schemas.ts';

/** Limits a string to the max length of a tap. */
export type Truncate = (text: string) => string;

/** Strings longer than `max` characters end with the number of omitted ones; 0: no limit. */
export const truncateTo =
  (max: number): Truncate =>
  (text) =>
    max === 0 || text.length <= max ? text : `${text.slice(0, max)}… (${text.length - max} more)`;

/** µs rounded to integers. */
export const toInteger = (micros: number): number => Math.round(micros);
/** ms to three decimals. */
export const roundedMs = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000);

/** A call without its bodies. */
export function toCall({ call, response, failure, result, errors, stored, ms }: CallOutcome): CallData {
  return {
    method: call.method,
    uri: call.uri,
    status: response?.status ?? 0,
    ms: roundedMs(ms),
    imps: [...call.impIds],
    bids: result?.bids.length ?? 0,
    failure: failure && { kind: failure.kind, message: failure.message },
    errors: errors?.map(({ code, message }) => ({ code, message })),
    stored: stored ? true : undefined,
  };
}

/** The headers and bodies of a call, without secrets. */
export function toBodies(bidder: string, { call, sentBody, sentHeaders, response, stored }: CallOutcome, truncate: Truncate): CallBodies {
  return {
    bidder,
    uri: call.uri,
    headers: headersOf(sentHeaders ?? call.headers),
    request: truncate(sentBody?.() ?? (typeof call.body === 'string' ? call.body : '')),
    response: truncate(stored?.body ?? response?.body ?? ''),
  };
}

function headersOf(headers: CallOutcome['call']['headers']): { [name: string]: string[] } {
  return Object.fromEntries(Object.entries(shownHeaders(headers)).map(([name, values]) => [name, [...values]]));
}

/** A bidder's bids before any validation. */
export function sentBids({ calls }: BidderOutcome): BidderData['bids'] {
  const sent: BidderData['bids'] = [];
  for (const { result } of calls) {
    if (!result) continue;
    for (const { bid, type, currency: own = result.currency } of result.bids)
      sent.push({ imp: bid.impid, id: bid.id, type, price: bid.price ?? 0, currency: own || 'USD', deal: bid.dealid });
  }
  return sent;
}
