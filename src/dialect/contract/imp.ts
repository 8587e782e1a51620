import type { Banner, Format, Metric } from '#src/openrtb/ortb.ts';
import type { NativeDialect } from './native.ts';

/** Rules about imps; each returns its error message. */
export interface ImpDialect {
  /** Metrics of the imp at `index`, at least one. */
  metrics(metrics: readonly Metric[], index: number): string | undefined;
  /** A banner's own size. */
  bannerSize(banner: Banner, index: number, interstitial: boolean): string | undefined;
  /** The format at position `f` of the banner. */
  bannerFormat(format: Format, index: number, f: number): string | undefined;
  /** Measures of video and audio must not be negative. */
  readonly checksMeasures: boolean;
  readonly native: NativeDialect;
}
