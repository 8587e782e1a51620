/** Sizes of a banner: its own, or formats with either a fixed size or a ratio (auction-request.md 12.5, 12.10 row 16). */
import type { Banner, Format } from '#src/wire/ortb.ts';

type Variant = 'go' | 'java';

/**
 * @param index of the imp
 * @param interstitial such a banner needs no size
 * @returns the refusal's text
 */
export function checkBanner(banner: Banner | undefined, index: number, interstitial: boolean, variant: Variant): string | undefined {
  if (!banner) return undefined;
  const own = variant === 'java' ? ownSizeJava(banner, index, interstitial) : ownSize(banner, index, interstitial);
  if (own || !banner.format) return own;
  for (let f = 0; f < banner.format.length; f++) {
    const fault = checkFormat(banner.format[f], index, f, variant);
    if (fault) return fault;
  }
  return undefined;
}

const UNSUPPORTED = ['wmin', 'wmax', 'hmin', 'hmax'] as const;

function ownSize(banner: Banner, index: number, interstitial: boolean): string | undefined {
  const { w = 0, h = 0, format } = banner;
  if (w < 0) return `request.imp[${index}].banner.w must be a positive number`;
  if (h < 0) return `request.imp[${index}].banner.h must be a positive number`;
  for (const name of UNSUPPORTED) {
    if (banner[name]) return `request.imp[${index}].banner uses unsupported property: "${name}". Use the "format" array instead.`;
  }
  if ((w > 0 && h > 0) || format?.length || interstitial) return undefined;
  return `request.imp[${index}].banner has no sizes. Define "w" and "h", or include "format" elements.`;
}

function ownSizeJava({ w, h, format }: Banner, index: number, interstitial: boolean): string | undefined {
  const path = `request.imp[${index}].banner`;
  if ((isPositive(w) && isPositive(h)) || interstitial) return undefined;
  if (!format?.length) return `${path} has no sizes. Define "w" and "h", or include "format" elements`;
  return w === undefined || h === undefined ? undefined : `${path} must define a valid "h" and "w" properties`;
}

const isPositive = (value: number | undefined): boolean => value !== undefined && value > 0;

/** @param f the format's place in the banner */
export function checkFormat(format: Format | undefined, index: number, f: number, variant: Variant): string | undefined {
  if (!format) return undefined;
  // Where it is, is only put into words for what is wrong.
  if (variant === 'java') {
    const fault = formatJava(format);
    return fault && `request.imp[${index}].banner.format[${f}] ${fault}`;
  }
  const negative = negativeMeasure(format);
  if (negative) return `request.imp[${index}].banner.format[${f}].${negative} must be a positive number`;
  const fault = formatGo(format);
  return fault && `Request imp[${index}].banner.format[${f}] ${fault}`;
}

function negativeMeasure({ w = 0, h = 0, wratio = 0, hratio = 0, wmin = 0 }: Format): string | undefined {
  if (w >= 0 && h >= 0 && wratio >= 0 && hratio >= 0 && wmin >= 0) return undefined;
  return w < 0 ? 'w' : h < 0 ? 'h' : wratio < 0 ? 'wratio' : hratio < 0 ? 'hratio' : 'wmin';
}

function formatGo({ w, h, wratio, hratio, wmin }: Format): string | undefined {
  const fixed = Boolean(w || h);
  const flexible = Boolean(wmin || wratio || hratio);
  if (fixed && flexible) return `${BOTH}.`;
  if (!fixed && !flexible) return `${NEITHER}.`;
  if (fixed && !(w && h)) return 'must define non-zero "h" and "w" properties.';
  if (flexible && !(wmin && wratio && hratio)) return 'must define non-zero "wmin", "wratio", and "hratio" properties.';
  return undefined;
}

/** Measures of zero and below count as not given. */
function formatJava({ w, h, wratio, hratio, wmin }: Format): string | undefined {
  const fixed = isPositive(w) || isPositive(h);
  const flexible = isPositive(wmin) || isPositive(wratio) || isPositive(hratio);
  if (fixed && flexible) return BOTH;
  if (!fixed && !flexible) return `${NEITHER} positive`;
  if (fixed && !(isPositive(w) && isPositive(h))) return 'must define a valid "h" and "w" properties';
  if (flexible && !(isPositive(wmin) && isPositive(wratio) && isPositive(hratio))) {
    return 'must define a valid "wmin", "wratio", and "hratio" properties';
  }
  return undefined;
}

const BOTH =
  'should define *either* {w, h} *or* {wmin, wratio, hratio}, but not both. If both are valid, send two "format" objects in the request';
const NEITHER =
  'should define *either* {w, h} (for static size requirements) *or* {wmin, wratio, hratio} (for flexible sizes) to be non-zero';
