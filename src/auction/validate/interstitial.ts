/** Formats of interstitial imps: the common sizes between a share of the largest size and the largest size itself (auction-request.md 9). */
import type { HostConfig } from '#src/config/schema.ts';
import { firstCharacter } from '#src/wire/checks.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, Device, Format, Imp } from '#src/wire/ortb.ts';
import { INTERSTITIAL_SIZES, type Size } from './interstitial-sizes.ts';

type Variant = HostConfig['variant'];

/** Percent of the largest size that a format must have at least. */
interface Percents {
  readonly width: number;
  readonly height: number;
}

const MOST_FORMATS = 10;

/**
 * Rewrites `banner.format` of all imps with `instl` 1, in place, where `device.ext.srv.interstitial` asks for it.
 * @returns the refusal's text when the percents are wrong or no size can be found (Java variant: an imp without a fitting size keeps its formats)
 */
export function fitInterstitials(request: BidRequest, variant: Variant): string | undefined {
  if (variant === 'java') {
    const fault = checkInterstitialPercents(request.device);
    if (fault) return fault;
  }
  for (const imp of request.imp ?? []) {
    if (imp?.instl !== 1) continue;
    if (!request.device) {
      if (!imp.banner || maxFormat(imp, variant)) continue;
      return `Unable to read max interstitial size for Imp id=${imp.id} (No Device and no Format objects)`;
    }
    const percents = readPercents(request.device);
    if (percents === undefined || typeof percents === 'string') return percents;
    const fault = fitImp(imp, percents, request.device, request, variant);
    if (fault) return fault;
  }
  return undefined;
}

/** What is wrong with `device.ext.srv.interstitial`; nothing when it is absent or good. */
export function checkInterstitialPercents(device: Device | undefined): string | undefined {
  const percents = device && readPercents(device);
  return typeof percents === 'string' ? percents : undefined;
}

function readPercents({ ext }: Device): Percents | string | undefined {
  const own: unknown = isObject(ext) ? ext.srv : ext;
  if (own === undefined || own === null) return undefined;
  if (!isObject(own)) return `expect { or n, but found ${firstCharacter(own)}`;
  const { interstitial } = own;
  if (interstitial === undefined || interstitial === null) return undefined;
  const { minwidthperc: width, minheightperc: height } = isObject(interstitial) ? interstitial : {};
  if (!isPercent(width)) return 'request.device.ext.srv.interstitial.minwidthperc must be a number between 0 and 100';
  if (!isPercent(height)) return 'request.device.ext.srv.interstitial.minheightperc must be a number between 0 and 100';
  return { width, height };
}

const isPercent = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100;

function fitImp(imp: Imp, percents: Percents, device: Device, request: BidRequest, variant: Variant): string | undefined {
  if (!imp.banner) return undefined;
  const max = maxFormat(imp, variant) ?? deviceSize(device, request, variant);
  if (!max) return `Unable to read max interstitial size for Imp id=${imp.id} (No Device sizes and no Format objects)`;
  const min = minSize(max, percents, variant);
  const formats = sizesBetween(min, max);
  if (formats.length > 0) imp.banner.format = formats;
  else if (variant === 'go') {
    return `Unable to set interstitial size list for Imp id=${imp.id} (No valid sizes between ${min.w}x${min.h} and ${max.w}x${max.h})`;
  }
  return undefined;
}

/** The first format where it is a real size: not below 2x2 (Java variant: not 1x1, and both sides given). */
function maxFormat({ banner }: Imp, variant: Variant): Size | undefined {
  const first = banner?.format?.[0];
  if (!first) return undefined;
  const { w, h } = first;
  if (variant === 'java') return typeof w !== 'number' || typeof h !== 'number' || (w === 1 && h === 1) ? undefined : { w, h };
  return (w ?? 0) < 2 && (h ?? 0) < 2 ? undefined : { w: w ?? 0, h: h ?? 0 };
}

/** Device pixels, made device-independent where `ext.srv.sdk.usepxratio` asks for it. */
function deviceSize({ w, h, pxratio }: Device, request: BidRequest, variant: Variant): Size | undefined {
  if (variant === 'java' && (typeof w !== 'number' || typeof h !== 'number')) return undefined;
  const ratio = pxratio && pxratio > 0 && request.ext?.srv?.sdk?.['usepxratio'] === true ? pxratio : undefined;
  const scale = (pixels = 0): number => (ratio ? Math.max(1, Math.round(pixels / ratio)) : pixels);
  return { w: scale(w), h: scale(h) };
}

/** The share of the largest size, cut down to whole pixels (Java variant: exact). */
function minSize(max: Size, percents: Percents, variant: Variant): Size {
  const w = (max.w * percents.width) / 100;
  const h = (max.h * percents.height) / 100;
  return variant === 'java' ? { w, h } : { w: Math.trunc(w), h: Math.trunc(h) };
}

function sizesBetween(min: Size, max: Size): Format[] {
  const formats: Format[] = [];
  for (const { w, h } of INTERSTITIAL_SIZES) {
    if (w < min.w || w > max.w || h < min.h || h > max.h) continue;
    formats.push({ w, h });
    if (formats.length === MOST_FORMATS) break;
  }
  return formats;
}
