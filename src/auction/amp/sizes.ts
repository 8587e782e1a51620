/** The sizes an AMP ad can take (decisions row 39, amp-and-video.md section 3). Zero and absent count the same. */
import type { Banner, Format } from '#src/wire/ortb.ts';
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
 * The formats of `ms` (`WxH, WxH`); a side that is no number is 0. One piece that is not two sides, or has neither,
 * voids the whole text.
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

/** What the page asks for instead of the stored formats; empty: nothing whole. */
export function requestedFormats({ width, height, overrideWidth, overrideHeight, multisize }: AmpSize): Format[] {
  const overridden = overrideWidth !== 0 || overrideHeight !== 0;
  const [w, h] = [overrideWidth || width, overrideHeight || height];
  if (w === 0 || h === 0) return multisize.map((format) => ({ ...format }));
  const first = { w, h };
  if (overridden) return [first];
  const distinct = new Map([first, ...multisize].map((format) => [`${format.w}x${format.h}`, { ...format }]));
  return [...distinct.values()];
}

/** Puts the page's sizes into the banner, in place: whole ones replace the stored formats, a lone side goes into each. */
export function overrideSizes(banner: Banner, size: AmpSize): void {
  const formats = requestedFormats(size);
  if (formats.length > 0) {
    banner.format = formats;
    return;
  }
  const side = size.width !== 0 ? { w: size.width } : size.height !== 0 ? { h: size.height } : undefined;
  if (side && banner.format) banner.format = banner.format.map((format) => ({ ...format, ...side }));
}
