/** What activity rules may ask of a request. */
import type { BidRequest } from '#src/wire/ortb.ts';
import type { ActivityControl, ActivityRequest } from './activities.ts';
import type { PrivacyContext } from './decision.ts';
import { type GppString, readGpp } from './gpp.ts';

/** The device's place, else the user's; absent where the request has neither. */
function placeOf({ device, user }: BidRequest): ActivityRequest['geo'] {
  const geo = device?.geo ?? user?.geo;
  return geo && { country: String(geo.country ?? ''), region: String(geo.region ?? '') };
}

/** Modules this request passes by: each has its rate in percent. `random`: at least 0, below 1. */
function drawSkipped({ modules }: ActivityControl, random: () => number): ReadonlySet<number> | undefined {
  let skipped: Set<number> | undefined;
  for (const { index, skipRate } of modules) {
    if (skipRate <= 0 || random() * 100 >= skipRate) continue;
    skipped ??= new Set();
    skipped.add(index);
  }
  return skipped;
}

const nothing: ActivityRequest = {};

/** Of an auction; where there are no rules nothing is looked up. */
export function toActivityRequest(
  request: BidRequest,
  context: PrivacyContext,
  activities: ActivityControl,
  random: () => number,
): ActivityRequest {
  if (activities.isEmpty) return nothing;
  return {
    gpp: readGpp(context.gpp),
    gppSid: context.gppSid,
    geo: placeOf(request),
    gpc: context.gpc ?? '',
    skipped: drawSkipped(activities, random),
  };
}

/** Of a sync call: only its GPP signals are known; the place and the browser's privacy control cannot be told. */
export const syncActivityRequest = (
  gpp: GppString,
  gppSid: readonly number[],
  activities: ActivityControl,
  random: () => number,
): ActivityRequest => ({ gpp, gppSid, skipped: drawSkipped(activities, random) });
