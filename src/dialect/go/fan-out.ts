/** A bidder's request in the Go variant. */
import { filterByCapabilities } from '#src/auction/fan-out/capabilities.ts';
import { limitToOneFormat } from '#src/auction/fan-out/multi-format.ts';
import { goTmax, remainingMs } from '#src/auction/fan-out/tmax.ts';
import type { FanOutDialect } from '../contract/fan-out.ts';

export const fanOut: FanOutDialect = {
  unchangedImp: () => undefined,
  tmax(tmax, plan) {
    const left = plan.adjustments && remainingMs(plan);
    return left === undefined ? undefined : goTmax(tmax ?? 0, left, plan.adjustments);
  },
  timeoutMs: () => undefined,
  bidderNamesInAnyCase: false,
  newSchain: { complete: 0, ver: '1.0' },
  // An alias has ids of its own.
  uidNames: ({ bidder }) => [bidder],
  storedReplacesCall: false,
  product: { ownFirst: true, namesUnknown: true },
  filter(request, imps, info, preferred, isOn) {
    const supported = isOn ? filterByCapabilities(request, imps, info) : { imps, notes: [] };
    if (info.openrtb.multiformatSupported || supported.imps.length === 0) return supported;
    const single = limitToOneFormat(supported.imps, preferred);
    return { imps: single.imps, notes: [...supported.notes, ...single.notes] };
  },
};
