import type { Size } from '#src/auction/validate/interstitial-sizes.ts';
import type { Format } from '#src/openrtb/ortb.ts';

/** Formats of interstitial imps. */
export interface InterstitialDialect {
  /** Percentages are validated even if no imp is interstitial. */
  readonly checksAllPercents: boolean;
  /** The first format if it is a real size. */
  realSize(format: Format): Size | undefined;
  /** The message for an imp without a real size in a request without a device; undefined: it keeps its formats. */
  noDevice(impId: string): string | undefined;
  /** The device must give both sides. */
  readonly needsDeviceSize: boolean;
  /** The minimum side of a format in pixels. */
  minSide(side: number): number;
  /** The message for an imp that no size fits; undefined: it keeps its formats. */
  noFit(impId: string, min: Size, max: Size): string | undefined;
}
