/** Formats of interstitial imps in the Java variant. */
import type { InterstitialDialect } from '../contract/interstitial.ts';

export const interstitial: InterstitialDialect = {
  checksAllPercents: true,
  realSize: ({ w, h }) => (typeof w !== 'number' || typeof h !== 'number' || (w === 1 && h === 1) ? undefined : { w, h }),
  noDevice: () => undefined,
  needsDeviceSize: true,
  minSide: (side) => side,
  noFit: () => undefined,
};
