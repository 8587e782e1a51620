/** Formats of interstitial imps: the common sizes between a percentage of the max size and the max size itself. */
import type { InterstitialDialect } from '#src/dialect/contract/interstitial.ts';
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidRequest, Device, Format, Imp } from '#src/openrtb/ortb.ts';
import { INTERSTITIAL_SIZES, type Size } from './interstitial-sizes.ts';

/** Min percentage of the max size. */
interface Percents {
  readonly width: number;
  readonly height: number;
}

const MAX_FORMATS = 10;

/**
 * Rewrites `banner.format` of all imps with `instl` 1, in place, if `device.ext.srv.interstitial` requests it.
 * @returns the error message if the percentages are invalid or no size fits (Java variant: an imp without a fitting size keeps its formats)
 */
export function fitInterstitials(request: BidRequest, dialect: InterstitialDialect): string | undefined {
  if (dialect.checksAllPercents) {
    const error = checkInterstitialPercents(request.device);
    if (error) return error;
  }
  for (const imp of request.imp ?? []) {
    if (imp?.instl !== 1) continue;
    if (!request.device) {
      const error = imp.banner && !maxFormat(imp, dialect) ? dialect.noDevice(imp.id) : undefined;
      if (error) return error;
      continue;
    }
    const percents = readPercents(request.device);
    if (!percents) return undefined;
    if ('error' in percents) return percents.error;
    const error = fitImp(imp, percents.value, request.device, request, dialect);
    if (error) return error;
  }
  return undefined;
}

/** The error of `device.ext.srv.interstitial`; undefined if it is absent or valid. */
export function checkInterstitialPercents(device: Device | undefined): string | undefined {
  const percents = device && readPercents(device);
  return percents && 'error' in percents ? percents.error : undefined;
}

/** The percentages of `device.ext.srv.interstitial`, or why they are invalid; undefined: absent. */
function readPercents({ ext }: Device): Result<Percents> | undefined {
  const own: unknown = isObject(ext) ? ext.srv : ext;
  if (own === undefined || own === null) return undefined;
  if (!isObject(own)) return { error: notAnObject(own) };
  const { interstitial } = own;
  if (interstitial === undefined || interstitial === null) return undefined;
  const { minwidthperc: width, minheightperc: height } = isObject(interstitial) ? interstitial : {};
  if (!isPercent(width)) return { error: notPercent('minwidthperc') };
  if (!isPercent(height)) return { error: notPercent('minheightperc') };
  return { value: { width, height } };
}

const notPercent = (field: string): string => `request.device.ext.srv.interstitial.${field} must be a number between 0 and 100`;

const isPercent = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100;

function fitImp(imp: Imp, percents: Percents, device: Device, request: BidRequest, dialect: InterstitialDialect): string | undefined {
  if (!imp.banner) return undefined;
  const max = maxFormat(imp, dialect) ?? deviceSize(device, request, dialect);
  if (!max) return `Unable to read max interstitial size for Imp id=${imp.id} (No Device sizes and no Format objects)`;
  const min = { w: dialect.minSide((max.w * percents.width) / 100), h: dialect.minSide((max.h * percents.height) / 100) };
  const formats = sizesBetween(min, max);
  if (formats.length === 0) return dialect.noFit(imp.id, min, max);
  imp.banner.format = formats;
  return undefined;
}

function maxFormat({ banner }: Imp, dialect: InterstitialDialect): Size | undefined {
  const first = banner?.format?.[0];
  return first && dialect.realSize(first);
}

/** Device pixels, converted to device-independent ones if `ext.srv.sdk.usepxratio` requests it. */
function deviceSize({ w, h, pxratio }: Device, request: BidRequest, dialect: InterstitialDialect): Size | undefined {
  if (dialect.needsDeviceSize && (typeof w !== 'number' || typeof h !== 'number')) return undefined;
  const ratio = pxratio && pxratio > 0 && request.ext?.srv?.sdk?.['usepxratio'] === true ? pxratio : undefined;
  const scale = (pixels = 0): number => (ratio ? Math.max(1, Math.round(pixels / ratio)) : pixels);
  return { w: scale(w), h: scale(h) };
}

function sizesBetween(min: Size, max: Size): Format[] {
  const formats: Format[] = [];
  for (const { w, h } of INTERSTITIAL_SIZES) {
    if (w < min.w || w > max.w || h < min.h || h > max.h) continue;
    formats.push({ w, h });
    if (formats.length === MAX_FORMATS) break;
  }
  return formats;
}
