/** Calls of bidders as taps tell them. What a bidder saw was already cut by its own privacy decision. */
import type { BidderOutcome, CallOutcome } from '#src/auction/auction.ts';
import type { BidFate } from '#src/auction/publish/fates.ts';
import { shownHeaders } from '#src/auction/respond/debug.ts';
import type { BidData, BidderData, CallBodies, CallData } from './schemas.ts';

/** Text as long as a tap takes it. */
export type Cut = (text: string) => string;

/** Texts longer than `most` characters end in how much is missing; 0: no limit. */
export const cutTo =
  (most: number): Cut =>
  (text) =>
    most === 0 || text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more)`;

/** µs rounded to whole ones: what is finer says nothing. */
export const whole = (micros: number): number => Math.round(micros);
/** ms to three decimals. */
export const fine = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000);

export function toCall({ call, answer, failure, result, errors, stored, ms }: CallOutcome): CallData {
  return {
    method: call.method,
    uri: call.uri,
    status: answer?.status ?? 0,
    ms: fine(ms),
    imps: [...call.impIds],
    bids: result?.bids.length ?? 0,
    failure: failure && { kind: failure.kind, message: failure.message },
    errors: errors?.map(({ code, message }) => ({ code, message })),
    stored: stored ? true : undefined,
  };
}

export function toBodies(bidder: string, { call, sentBody, sentHeaders, answer, stored }: CallOutcome, cut: Cut): CallBodies {
  return {
    bidder,
    uri: call.uri,
    headers: headersOf(sentHeaders ?? call.headers),
    request: cut(sentBody ?? (typeof call.body === 'string' ? call.body : '')),
    response: cut(stored?.body ?? answer?.body ?? ''),
  };
}

function headersOf(headers: CallOutcome['call']['headers']): { [name: string]: string[] } {
  return Object.fromEntries(Object.entries(shownHeaders(headers)).map(([name, values]) => [name, [...values]]));
}

export const toBid = (fate: BidFate): BidData => ({
  bidder: fate.bidder,
  seat: fate.seat,
  imp: fate.impId,
  id: fate.id,
  type: fate.type,
  originalPrice: fate.originalPrice,
  originalCurrency: fate.originalCurrency,
  price: fate.price,
  deal: fate.dealId,
  creative: fate.creative,
  priceBucket: fate.priceBucket,
  cacheId: fate.cacheId,
  fate: fate.fate,
  reason: fate.reason,
  code: fate.code,
});

/** A bidder's bids before anything was checked. */
export const sentBids = ({ calls }: BidderOutcome): BidderData['bids'] =>
  calls.flatMap(({ result }) =>
    (result?.bids ?? []).map(({ bid, type }) => ({
      imp: bid.impid,
      id: bid.id,
      type,
      price: bid.price ?? 0,
      currency: result?.currency || 'USD',
      deal: bid.dealid,
    })),
  );
