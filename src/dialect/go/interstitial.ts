/** Formats of interstitial imps in the Go variant. */
import type { InterstitialDialect } from '../contract/interstitial.ts';

export const interstitial: InterstitialDialect = {
  checksAllPercents: false,
  realSize: ({ w = 0, h = 0 }) => (w < 2 && h < 2 ? undefined : { w, h }),
  noDevice: (impId) => `Unable to read max interstitial size for Imp id=${impId} (No Device and no Format objects)`,
  needsDeviceSize: false,
  minSide: Math.trunc,
  noFit: (impId, min, max) =>
    `Unable to set interstitial size list for Imp id=${impId} (No valid sizes between ${min.w}x${min.h} and ${max.w}x${max.h})`,
};
