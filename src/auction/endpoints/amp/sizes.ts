/** The sizes an AMP ad accepts. Zero and absent are equivalent. */
import type { Banner, Format } from '#src/openrtb/ortb.ts';
import { toInteger } from './scalars.ts';

export interface AmpSize {
  readonly width: number;
  readonly height: number;
  readonly overrideWidth: number;
  readonly overrideHeight: number;
  /** Of `ms`. */
  readonly multisize: readonly Format[];
}

interface Size {
  readonly w: number;
  readonly h: number;
}

/**
 * The formats of `ms` (`WxH, WxH`); a side that is not a number is 0. One item without two sides, or with both empty, invalidates the
 * complete list.
 */
export function parseMultisize(text: string): Size[] {
  const sizes: Size[] = [];
  if (text === '') return sizes;
  for (const piece of text.split(',')) {
    const sides = piece.trim().split('x');
    const [w, h] = [toInteger(sides[0]), toInteger(sides[1])];
    if (sides.length !== 2 || (w === 0 && h === 0)) return [];
    sizes.push({ w, h });
  }
  return sizes;
}

/** The page's formats that replace the stored ones; empty: none has both sides. */
export function requestedFormats({ width, height, overrideWidth, overrideHeight, multisize }: AmpSize): Format[] {
  const overridden = overrideWidth !== 0 || overrideHeight !== 0;
  const [w, h] = [overrideWidth || width, overrideHeight || height];
  if (w === 0 || h === 0) return multisize.map((format) => ({ ...format }));
  const first = { w, h };
  if (overridden) return [first];
  const distinct = new Map([first, ...multisize].map((format) => [`${format.w}x${format.h}`, { ...format }]));
  return [...distinct.values()];
}

/** Writes the page's sizes into the banner, in place: complete sizes replace the stored formats, a single side is set in each of them. */
export function overrideSizes(banner: Banner, size: AmpSize): void {
  const formats = requestedFormats(size);
  if (formats.length > 0) {
    banner.format = formats;
    return;
  }
  const side = size.width !== 0 ? { w: size.width } : size.height !== 0 ? { h: size.height } : undefined;
  if (side && banner.format) banner.format = banner.format.map((format) => ({ ...format, ...side }));
}
