/** Validation of imps in the Go variant. */
import type { Banner, Format } from '#src/openrtb/ortb.ts';
import type { ImpDialect } from '../contract/imp.ts';
import { BOTH, NEITHER } from '../format-messages.ts';
import { native } from './native.ts';

const UNSUPPORTED = ['wmin', 'wmax', 'hmin', 'hmax'] as const;

function bannerSize(banner: Banner, index: number, interstitial: boolean): string | undefined {
  const { w = 0, h = 0, format } = banner;
  if (w < 0) return `request.imp[${index}].banner.w must be a positive number`;
  if (h < 0) return `request.imp[${index}].banner.h must be a positive number`;
  for (const name of UNSUPPORTED) {
    if (banner[name]) return `request.imp[${index}].banner uses unsupported property: "${name}". Use the "format" array instead.`;
  }
  if ((w > 0 && h > 0) || format?.length || interstitial) return undefined;
  return `request.imp[${index}].banner has no sizes. Define "w" and "h", or include "format" elements.`;
}

function bannerFormat(format: Format, index: number, f: number): string | undefined {
  const negative = negativeMeasure(format);
  if (negative) return `request.imp[${index}].banner.format[${f}].${negative} must be a positive number`;
  const error = formatError(format);
  return error && `Request imp[${index}].banner.format[${f}] ${error}`;
}

function negativeMeasure({ w = 0, h = 0, wratio = 0, hratio = 0, wmin = 0 }: Format): string | undefined {
  if (w >= 0 && h >= 0 && wratio >= 0 && hratio >= 0 && wmin >= 0) return undefined;
  return w < 0 ? 'w' : h < 0 ? 'h' : wratio < 0 ? 'wratio' : hratio < 0 ? 'hratio' : 'wmin';
}

function formatError({ w, h, wratio, hratio, wmin }: Format): string | undefined {
  const fixed = Boolean(w || h);
  const flexible = Boolean(wmin || wratio || hratio);
  if (fixed && flexible) return `${BOTH}.`;
  if (!fixed && !flexible) return `${NEITHER}.`;
  if (fixed && !(w && h)) return 'must define non-zero "h" and "w" properties.';
  if (flexible && !(wmin && wratio && hratio)) return 'must define non-zero "wmin", "wratio", and "hratio" properties.';
  return undefined;
}

export const imp: ImpDialect = {
  metrics: (_metrics, index) => `request.imp[${index}].metric is not yet supported by auctor. Support may be added in the future`,
  bannerSize,
  bannerFormat,
  checksMeasures: true,
  native,
};
