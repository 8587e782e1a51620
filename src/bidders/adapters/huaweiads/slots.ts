/** The imps as slots. */
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { filled } from '../../kit/objects.ts';
import type { ImpWithParams, SharedImp } from '../../kit/spec.ts';
import { adTypeOf, BANNER, INTERSTITIAL, NATIVE, REWARDED, ROLL } from './ad-types.ts';
import { type Asset, isMainImage, readNativeRequest } from './native-request.ts';
import { isTest, missingParam, type Params } from './params.ts';
import type { Rules } from './rules.ts';

interface Size {
  readonly w: number;
  readonly h: number;
}

/** The slot of an imp, or its error. */
export function toSlot({ imp, params }: ImpWithParams<Params>, { fail }: Rules): object | BidderError {
  const missing = missingParam(params);
  if (missing !== undefined) return fail(missing);
  const { slotid, adtype: name = '' } = params;
  const adtype = adTypeOf(name);
  const format = formatOf(imp, adtype, name);
  if (typeof format === 'string') return fail(format);
  if ('unreadable' in format) return badInput(format.unreadable);
  return { slotid, adtype, test: isTest(params) ? 1 : 0, ...format.fields };
}

/** The fields that depend on the format; an error message; or the decoder's message for a native request. */
type Format = { readonly fields: object } | { readonly unreadable: string } | string;

/** The first of these formats decides. */
function formatOf(imp: SharedImp, adtype: number, name: string): Format {
  const { banner, native, video, audio } = imp;
  const check = 'check openrtb format: ';
  const mismatch = (format: string): string => `${check}request has ${format}, doesn't correspond to huawei adtype ${name}`;
  if (banner) return [BANNER, INTERSTITIAL].includes(adtype) ? { fields: bannerFields(banner) } : mismatch('banner');
  if (native) return adtype === NATIVE ? nativeFormat(native.request ?? '') : mismatch('native');
  if (video) return [BANNER, INTERSTITIAL, REWARDED, ROLL].includes(adtype) ? videoFormat(video, adtype) : mismatch('video');
  if (audio) return `${check}request has audio, not currently supported`;
  return `${check}please choose one of our supported type banner, native, or video`;
}

function bannerFields({ w, h, format = [] }: NonNullable<SharedImp['banner']>): object {
  const sizes = format.filter((one) => one.w && one.h).map((one) => ({ w: one.w, h: one.h }));
  return filled({ ...(w !== undefined && h !== undefined && { w, h }), format: sizes });
}

function videoFormat({ w, h, maxduration }: NonNullable<SharedImp['video']>, adtype: number): Format {
  if (adtype !== ROLL) return { fields: filled({ w, h }) };
  if (!maxduration) return 'extract openrtb video failed: MaxDuration is empty when huaweiads adtype is roll.';
  return { fields: filled({ w, h, totalDuration: maxduration }) };
}

const POPULAR: readonly Size[] = [
  { w: 225, h: 150 },
  { w: 1080, h: 607 },
  { w: 300, h: 250 },
  { w: 1080, h: 1620 },
  { w: 1280, h: 720 },
  { w: 640, h: 360 },
  { w: 1080, h: 1920 },
  { w: 720, h: 1280 },
];

function nativeFormat(json: string): Format {
  if (json === '') return 'extract openrtb native failed: imp.Native.Request is empty';
  const request = readNativeRequest(json);
  if (typeof request === 'string') return { unreadable: request };
  const { assets = [] } = request;
  const hasVideo = assets.some(({ video }) => video);
  const types = [...(hasVideo ? ['903'] : []), ...(assets.some(isMainImage) ? ['901', '904', '905'] : [])];
  return { fields: filled({ format: sizesOf(assets), detailedCreativeTypeList: types }) };
}

/** Sizes of video and main images, in the order of the assets; a video starts again from the popular ones. */
function sizesOf(assets: readonly Asset[]): Size[] {
  const isOnlyMain = assets.filter(isMainImage).length === 1;
  let sizes: Size[] = [];
  for (const asset of assets) {
    if (asset.video) sizes = withOwn(asset.video);
    if (isMainImage(asset)) sizes.push(...imageSizes(asset.img ?? {}, isOnlyMain));
  }
  return sizes;
}

function withOwn({ w = 0, h = 0 }: NonNullable<Asset['video']>): Size[] {
  const isNew = w !== 0 && h !== 0 && !POPULAR.some((size) => size.w === w && size.h === h);
  return isNew ? [...POPULAR, { w, h }] : [...POPULAR];
}

/** Greatest difference of the ratios of a wanted and a popular size. */
const MAX_RATIO_DIFFERENCE = 0.5;

function imageSizes({ w = 0, h = 0, wmin = 0, hmin = 0 }: NonNullable<Asset['img']>, isOnlyMain: boolean): readonly Size[] {
  if (w !== 0 && h !== 0 && wmin !== 0 && hmin !== 0) {
    return isOnlyMain ? POPULAR.filter((size) => Math.abs(size.w / size.h - w / h) <= MAX_RATIO_DIFFERENCE) : [{ w, h }];
  }
  const isRange = isOnlyMain && w === 0 && h === 0 && wmin !== 0 && hmin !== 0;
  return isRange ? POPULAR.filter((size) => size.w > wmin && size.h > hmin) : [];
}
