/** OpenRTB 2.4 and 2.5 up-converted to 2.6, the internal version; and down-converted to 2.5 for older bidders. */
import { copyRewarded, DOWN_PARTS, downRewarded, mapShared } from './downgrades.ts';
import { extRequestError } from './ext-errors.ts';
import type { BidRequest } from './ortb.ts';
import { STRICT, without } from './releases.ts';
import { moveUp } from './upgrades.ts';

/**
 * Checks every relevant `ext`, then moves fields from older locations to their 2.6 location, in place. A value in
 * the new location wins; old locations are removed in any case.
 * @param lenient accept single values for lists, lists for strings
 * @param lenientOldSchain the chain of 2.4 is only read, and never rejected
 * @returns the error message if an `ext` is malformed
 */
export function upConvert(request: BidRequest, lenient: boolean, lenientOldSchain: boolean): string | undefined {
  const error = extRequestError(request, lenient, lenientOldSchain);
  if (!error) moveUp(request, lenientOldSchain);
  return error;
}

/** Newer fields of a down-converted request. */
export interface Retained {
  /** `regs.gpp` and `regs.gpp_sid`: the bidder supports GPP, and a privacy signal it reads is never removed. */
  readonly gpp?: boolean;
  /** `imp.rwdd` beside its 2.5 location, unless the mode is `strict`. */
  readonly rewarded?: boolean;
}

/**
 * The request for a 2.5 bidder. Fields with a 2.5 location move there; `strict` removes all other later ones (except `dooh`, the subject of
 * the request). Nothing is modified; unchanged parts are shared. Idempotent.
 * @param retained fields that remain
 */
export function downConvert(request: BidRequest, mode: 'strict' | 'move', retained: Retained = {}): BidRequest {
  let converted = mode === 'strict' ? without(request, STRICT) : request;
  for (const move of DOWN_PARTS) converted = move(converted);
  const imp = mapShared(converted.imp, retained.rewarded && mode === 'move' ? copyRewarded : downRewarded);
  const made = imp === converted.imp ? converted : { ...converted, imp };
  return retained.gpp ? withGppOf(request, made) : made;
}

/** A converted request with the GPP fields of the original. */
function withGppOf({ regs }: BidRequest, converted: BidRequest): BidRequest {
  const { gpp, gpp_sid } = regs ?? {};
  if (gpp === undefined && gpp_sid === undefined) return converted;
  return { ...converted, regs: { ...converted.regs, ...(gpp !== undefined && { gpp }), ...(gpp_sid !== undefined && { gpp_sid }) } };
}
