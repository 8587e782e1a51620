/** Validation of imps in the Java variant. */
import type { Banner, Format, Metric } from '#src/openrtb/ortb.ts';
import type { ImpDialect } from '../contract/imp.ts';
import { BOTH, NEITHER } from '../format-messages.ts';
import { native } from './native.ts';

function metricsError(metrics: readonly Metric[], index: number): string | undefined {
  for (const [m, { type, value }] of metrics.entries()) {
    if (!type) return `Missing request.imp[${index}].metric[${m}].type`;
    if (value === undefined || value < 0 || value > 1) return `request.imp[${index}].metric[${m}].value must be in the range [0.0, 1.0]`;
  }
  return undefined;
}

function bannerSize({ w, h, format }: Banner, index: number, interstitial: boolean): string | undefined {
  const path = `request.imp[${index}].banner`;
  if ((isPositive(w) && isPositive(h)) || interstitial) return undefined;
  if (!format?.length) return `${path} has no sizes. Define "w" and "h", or include "format" elements`;
  return w === undefined || h === undefined ? undefined : `${path} must define a valid "h" and "w" properties`;
}

const isPositive = (value: number | undefined): boolean => value !== undefined && value > 0;

function bannerFormat(format: Format, index: number, f: number): string | undefined {
  const error = formatError(format);
  return error && `request.imp[${index}].banner.format[${f}] ${error}`;
}

/** Measures of zero and below count as absent. */
function formatError({ w, h, wratio, hratio, wmin }: Format): string | undefined {
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

export const imp: ImpDialect = { metrics: metricsError, bannerSize, bannerFormat, checksMeasures: false, native };
