/** The `code` of an imp: its placement, media types and floors. */
import type { z } from 'zod';
import type { Banner, DeepReadonly } from '#src/openrtb/ortb.ts';
import { filled } from '../../kit/objects.ts';
import type { Lenient } from '../../kit/reader.ts';
import type { ImpWithParams, SharedImp } from '../../kit/spec.ts';
import type { params } from './params.ts';

type Size = readonly [w: number, h: number];

/** Sizes of the formats, else the banner's own. */
function sizesOf({ format = [], w, h }: DeepReadonly<Banner> = {}): readonly Size[] {
  if (format.length > 0) return format.map((one) => [one.w ?? 0, one.h ?? 0]);
  return w === undefined || h === undefined ? [] : [[w, h]];
}

/** Whether the imp has anything to fill. */
export const hasCode = ({ video, banner, native }: SharedImp): boolean => Boolean(video || sizesOf(banner).length > 0 || native?.request);

export function codeOf({ imp, params: own }: ImpWithParams<Lenient<z.input<typeof params>>>, auctionId: string): object {
  const { banner, video, native } = imp;
  const sizes = sizesOf(banner);
  return {
    adunit: imp.tagid ?? '',
    auctionid: auctionId,
    bidid: imp.id,
    code: own.code ?? '',
    owner: own.owner ?? '',
    mediatypes: {
      ...(sizes.length > 0 && { banner: { sizes } }),
      ...(video && { video }),
      ...(native?.request && { native_request: native.request }),
    },
    floor: floorsOf(imp, sizes),
  };
}

/** The imp's floor for each of its sizes; `*` stands for any. */
function floorsOf({ video, native, bidfloor, bidfloorcur }: SharedImp, sizes: readonly Size[]): object {
  const keys = sizes.map(([w, h]) => `${w}x${h}`);
  if (video?.w !== undefined && video.h !== undefined) keys.push(`${video.w}x${video.h}`);
  if (video || native?.request) keys.push('*');
  return Object.fromEntries(keys.map((key) => [key, filled({ floor: bidfloor, currency: bidfloorcur })]));
}
