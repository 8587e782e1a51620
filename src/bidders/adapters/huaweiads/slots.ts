/** The imps as slots. */
import type { Result } from '#src/lang/result.ts';
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { filled } from '../../kit/objects.ts';
import type { ImpWithParams, SharedImp } from '../../kit/spec.ts';
import { adTypeOf, BANNER, INTERSTITIAL, NATIVE, REWARDED, ROLL } from './ad-types.ts';
import { type Asset, isMainImage, readNativeRequest } from './native-request.ts';
import { isTest, missingParam, type Params } from './params.ts';
import type { Size } from './popular-sizes.ts';
import type { Rules } from './rules.ts';

/** The slot of an imp, or its error. */
export function toSlot({ imp, params }: ImpWithParams<Params>, rules: Rules): object | BidderError {
  const { fail } = rules;
  const missing = missingParam(params);
  if (missing !== undefined) return fail(missing);
  const { slotid, adtype: name = '' } = params;
  const adtype = adTypeOf(name);
  const format = formatOf(imp, adtype, { name, rules });
  return 'error' in format ? format.error : { slotid, adtype, test: isTest(params) ? 1 : 0, ...format.value };
}

/** The fields that depend on the format. */
type Format = Result<object, BidderError>;

/** The first of these formats decides. */
function formatOf(imp: SharedImp, adtype: number, { name, rules }: { readonly name: string; readonly rules: Rules }): Format {
  const { banner, native, video, audio } = imp;
  const failed = (cause: string): Format => ({ error: rules.fail(`check openrtb format: ${cause}`) });
  const mismatch = (format: string): Format => failed(`request has ${format}, doesn't correspond to huawei adtype ${name}`);
  if (banner) return [BANNER, INTERSTITIAL].includes(adtype) ? { value: bannerFields(banner) } : mismatch('banner');
  if (native) return adtype === NATIVE ? nativeFormat(native.request ?? '', rules) : mismatch('native');
  if (video) return [BANNER, INTERSTITIAL, REWARDED, ROLL].includes(adtype) ? videoFormat(video, adtype, rules) : mismatch('video');
  if (audio) return failed('request has audio, not currently supported');
  return failed('please choose one of our supported type banner, native, or video');
}

function bannerFields({ w, h, format = [] }: NonNullable<SharedImp['banner']>): object {
  const sizes = format.filter((one) => one.w && one.h).map((one) => ({ w: one.w, h: one.h }));
  return filled({ ...(w !== undefined && h !== undefined && { w, h }), format: sizes });
}

function videoFormat({ w, h, maxduration }: NonNullable<SharedImp['video']>, adtype: number, { fail }: Rules): Format {
  if (adtype !== ROLL) return { value: filled({ w, h }) };
  if (!maxduration) return { error: fail('extract openrtb video failed: MaxDuration is empty when huaweiads adtype is roll.') };
  return { value: filled({ w, h, totalDuration: maxduration }) };
}

function nativeFormat(json: string, rules: Rules): Format {
  if (json === '') return { error: rules.fail('extract openrtb native failed: imp.Native.Request is empty') };
  const request = readNativeRequest(json);
  if ('error' in request) return { error: badInput(request.error) };
  const { assets = [] } = request.value;
  const hasVideo = assets.some(({ video }) => video);
  const types = [...(hasVideo ? ['903'] : []), ...(assets.some(isMainImage) ? ['901', '904', '905'] : [])];
  const format = sizesOf(assets, rules);
  return { value: { ...filled({ format, detailedCreativeTypeList: types }), ...(rules.writesEmptyValues && { format }) } };
}

/** Sizes of video and main images, in the order of the assets. */
function sizesOf(assets: readonly Asset[], { popularSizes, videoReplacesSizes }: Rules): readonly Size[] {
  const isOnlyMain = assets.filter(isMainImage).length === 1;
  let sizes: readonly Size[] = [];
  let videoSizes: readonly Size[] = [];
  for (const asset of assets) {
    if (asset.video) {
      videoSizes = withOwn(asset.video, popularSizes);
      if (videoReplacesSizes) sizes = videoSizes;
    }
    if (isMainImage(asset)) sizes = [...sizes, ...imageSizes(asset.img ?? {}, isOnlyMain, popularSizes)];
  }
  return sizes.length > 0 ? sizes : videoSizes;
}

function withOwn({ w = 0, h = 0 }: NonNullable<Asset['video']>, popular: readonly Size[]): readonly Size[] {
  const isNew = w !== 0 && h !== 0 && !popular.some((size) => size.w === w && size.h === h);
  return isNew ? [...popular, { w, h }] : popular;
}

/** Greatest difference of the ratios of a wanted and a popular size. */
const MAX_RATIO_DIFFERENCE = 0.5;

function imageSizes(
  { w = 0, h = 0, wmin = 0, hmin = 0 }: NonNullable<Asset['img']>,
  isOnlyMain: boolean,
  popular: readonly Size[],
): readonly Size[] {
  if (w !== 0 && h !== 0 && wmin !== 0 && hmin !== 0) {
    return isOnlyMain ? popular.filter((size) => Math.abs(size.w / size.h - w / h) <= MAX_RATIO_DIFFERENCE) : [{ w, h }];
  }
  const isRange = isOnlyMain && w === 0 && h === 0 && wmin !== 0 && hmin !== 0;
  return isRange ? popular.filter((size) => size.w > wmin && size.h > hmin) : [];
}
