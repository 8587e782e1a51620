/** Sizes of a banner: its own, or formats with either a fixed size or a ratio. */
import type { ImpDialect } from '#src/dialect/contract/imp.ts';
import type { Banner, Format } from '#src/openrtb/ortb.ts';

/**
 * @param index of the imp
 * @param interstitial such a banner needs no size
 * @returns the error message
 */
export function checkBanner(banner: Banner | undefined, index: number, interstitial: boolean, dialect: ImpDialect): string | undefined {
  if (!banner) return undefined;
  const own = dialect.bannerSize(banner, index, interstitial);
  if (own || !banner.format) return own;
  for (let f = 0; f < banner.format.length; f++) {
    const error = checkFormat(banner.format[f], index, f, dialect);
    if (error) return error;
  }
  return undefined;
}

/** @param f the format's position in the banner; a hole in the list is not a format */
export const checkFormat = (format: Format | undefined, index: number, f: number, dialect: ImpDialect): string | undefined =>
  format && dialect.bannerFormat(format, index, f);
