/** OpenRTB 2.4 and 2.5 up to 2.6, where the house works; and down to 2.5 for bidders that speak no more (decisions row 2). */
import { DOWN_PARTS, downRewarded, mapShared } from './downgrades.ts';
import { extRequestFault } from './ext-faults.ts';
import type { BidRequest } from './ortb.ts';
import { STRICT, without } from './releases.ts';
import { moveUp } from './upgrades.ts';

/**
 * Checks every `ext` the move reads, then moves members of older places to their place in 2.6, in place. What stands
 * in the new place already wins; old places are emptied in any case (auction-request.md 6.2).
 * @param loose single values are read for lists, lists for texts
 * @param lenientOldSchain the chain of 2.4 is only looked at, and not refused
 * @returns the refusal's text when an `ext` cannot be read
 */
export function upConvert(request: BidRequest, loose: boolean, lenientOldSchain: boolean): string | undefined {
  const fault = extRequestFault(request, loose, lenientOldSchain);
  if (!fault) moveUp(request, lenientOldSchain);
  return fault;
}

/**
 * The request as a 2.5 bidder understands it (auction-exchange.md 3.14). Members with a place in 2.5 move there;
 * `strict` takes out all others that came later (`dooh` stays: it is what the request is about, decisions row 3).
 * Nothing is written to; parts that do not change are shared. Doing it twice changes nothing more.
 */
export function downConvert(request: BidRequest, mode: 'strict' | 'move'): BidRequest {
  let converted = mode === 'strict' ? without(request, STRICT) : request;
  for (const move of DOWN_PARTS) converted = move(converted);
  const imp = mapShared(converted.imp, downRewarded);
  return imp === converted.imp ? converted : { ...converted, imp };
}
