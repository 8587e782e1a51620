/** The imps of one of the two parts, banner or video, each with its app and floor. */

import type { BidderError, RequestInfo } from '../../bidder.ts';
import { badInput, generic, isError } from '../../errors.ts';
import { extOf, paramsIn } from '../../kit/imp-params.ts';
import { converted } from '../../kit/money.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { type Params, readParams } from './params.ts';
import type { Rules } from './rules.ts';

export type Part = 'banner' | 'video';

export interface Slot {
  readonly imp: SharedImp;
  readonly params: Params;
  readonly appId: string;
  /** In USD; 0: none. */
  readonly floor: number;
}

export interface SlotContext {
  readonly rules: Rules;
  readonly info: RequestInfo;
  readonly errors: BidderError[];
}

/** Imps with an error leave the part; warnings are added to the errors too. */
export function slotsOf(imps: readonly SharedImp[], part: Part, context: SlotContext): Slot[] {
  const slots: Slot[] = [];
  for (const imp of imps) {
    const slot = toSlot(imp, part, context);
    if (isError(slot)) context.errors.push(slot);
    else slots.push(slot);
  }
  return slots;
}

function toSlot(imp: SharedImp, part: Part, context: SlotContext): Slot | BidderError {
  const found = paramsIn(imp, readParams);
  if ('error' in found) {
    const what = 'error' in extOf(imp) ? 'extImpBidder' : 'extImpBeachfront';
    return badInput(`ignoring imp id=${imp.id}, error while decoding ${what}, err: ${found.error}`);
  }
  const apps = part === 'banner' ? context.rules.bannerApps(found.value) : [found.value.appId, found.value.appIds?.video];
  const appId = apps.find((id) => id);
  if (!appId) return generic('unable to determine the appId(s) from the supplied extension');
  const floor = floorOf(imp, found.value.bidfloor ?? 0, context);
  return isError(floor) ? floor : { imp, params: found.value, appId, floor };
}

/** Floors up to this are none, USD. */
const MIN_FLOOR = 0.01;

/** The greater floor of imp and params; if the imp's cannot be converted, that of the params. */
function floorOf({ bidfloor = 0, bidfloorcur = '' }: SharedImp, own: number, { rules, info, errors }: SlotContext): number | BidderError {
  const isForeign = bidfloorcur !== '' && bidfloorcur.toUpperCase() !== 'USD' && bidfloor > 0;
  const floor = isForeign ? converted(info, bidfloor, bidfloorcur, 'USD') : { value: bidfloor };
  if ('error' in floor) {
    const message = rules.conversionError(bidfloor.toFixed(2), bidfloorcur, floor.error);
    if (own <= MIN_FLOOR) return badInput(`${message}A value of imp.ext.beachfront.bidfloor was not provided. The bid is being skipped.`);
    const fallback = `The provided value of imp.ext.beachfront.bidfloor, ${own.toFixed(2)} USD is being used as a fallback.`;
    errors.push(rules.fallbackError(`${message}${fallback}`));
    return own;
  }
  const greater = Math.max(floor.value, own);
  return greater > MIN_FLOOR ? greater : 0;
}
