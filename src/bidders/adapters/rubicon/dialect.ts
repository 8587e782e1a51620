/** Differences of the two established servers in requests to the exchange. */
export interface RubiconDialect {
  /** Zeros count as values of a video's fields; otherwise as absent. */
  readonly zerosAreValues: boolean;
  /** A video without params keeps its own extension. */
  readonly retainsPlainVideos: boolean;
  /** The message for a banner without sizes. */
  readonly noBannerSize: string;
  /** A missing pixel ratio is omitted; otherwise it is sent as 0. */
  readonly omitsMissingPixelRatio: boolean;
  /** Segments of user and content are sent as targeting only. */
  readonly targetsOnly: boolean;
  /** The extension of a site says whether it is an AMP page. */
  readonly sendsAmp: boolean;
  /** The supply chain is read in its OpenRTB 2.5 location too. */
  readonly readsOldSchain: boolean;
  /** Other fields of `source.ext` remain beside the supply chain. */
  readonly retainsSourceExt: boolean;
}

export const DIALECTS: { readonly [name in 'go' | 'java']: RubiconDialect } = {
  go: {
    zerosAreValues: false,
    retainsPlainVideos: false,
    noBannerSize: 'rubicon imps must have at least one imp.format element',
    omitsMissingPixelRatio: false,
    targetsOnly: false,
    sendsAmp: false,
    readsOldSchain: true,
    retainsSourceExt: false,
  },
  java: {
    zerosAreValues: true,
    retainsPlainVideos: true,
    noBannerSize: 'magnite imps must have at least one size element [w, h, format]',
    omitsMissingPixelRatio: true,
    targetsOnly: true,
    sendsAmp: true,
    readsOldSchain: false,
    retainsSourceExt: true,
  },
};
