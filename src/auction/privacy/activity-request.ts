/** Properties of the request that activity rules can test. */
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { type GppString, readGpp } from '#src/privacy/gpp.ts';
import type { ActivityControl, ActivityRequest } from './activities.ts';
import type { PrivacyContext } from './decision.ts';

/** The device's location, else the user's; absent if the request has neither. */
function placeOf({ device, user }: BidRequest): ActivityRequest['geo'] {
  const geo = device?.geo ?? user?.geo;
  return geo && { country: String(geo.country ?? ''), region: String(geo.region ?? '') };
}

/** Modules skipped for this request: each has its rate in percent. `random`: at least 0, below 1. */
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

/** For an auction; without rules nothing is computed unless a trace shows it. */
export function toActivityRequest(
  request: BidRequest,
  context: PrivacyContext,
  activities: ActivityControl,
  random: () => number,
  trace?: string,
): ActivityRequest {
  if (activities.isEmpty && trace === undefined) return nothing;
  return {
    gpp: readGpp(context.gpp),
    gppSid: context.gppSid,
    geo: placeOf(request),
    gpc: context.gpc ?? '',
    skipped: drawSkipped(activities, random),
  };
}

/** For a sync request: only its GPP signals are known; location and global privacy control are unknown. */
export const syncActivityRequest = (
  gpp: GppString,
  gppSid: readonly number[],
  activities: ActivityControl,
  random: () => number,
): ActivityRequest => ({ gpp, gppSid, skipped: drawSkipped(activities, random) });
