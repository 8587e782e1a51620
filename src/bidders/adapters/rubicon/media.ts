/** Each imp is sent with one media type: video if possible, else banner, else native. */
import type { BidderError, MediaType } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import type { ImpPatch, SharedImp } from '../../kit/spec.ts';
import type { RubiconDialect } from './dialect.ts';
import type { Params } from './params.ts';

/** The media type of an imp. One with a banner too is a video only if the video is complete. */
export function typeOf({ banner, video }: SharedImp, { zerosAreValues }: Pick<RubiconDialect, 'zerosAreValues'>): MediaType {
  const { mimes, protocols, maxduration, linearity } = video ?? {};
  const isFull = [mimes, protocols, maxduration, linearity].every((field) => (zerosAreValues ? field !== undefined : field));
  if (video && (!banner || isFull)) return 'video';
  return banner ? 'banner' : 'native';
}

/** The imp reduced to its media type, or the error of its banner or native request. */
export function toMedia(imp: SharedImp, params: Params, dialect: RubiconDialect): ImpPatch | BidderError {
  switch (typeOf(imp, dialect)) {
    case 'video':
      return { ...toVideo(imp, params, dialect), banner: undefined, native: undefined, rwdd: undefined };
    case 'banner':
      return toBanner(imp, dialect);
    default:
      return toNative(imp);
  }
}

function toVideo({ video, rwdd }: SharedImp, { video: given }: Params, { retainsPlainVideos }: RubiconDialect): ImpPatch {
  const { skip, skipdelay, size_id } = given ?? {};
  const videotype = rwdd === 1 ? 'rewarded' : undefined;
  if (retainsPlainVideos && !given && !videotype) return { video };
  return { video: { ...video, ext: { ...filled({ skip, skipdelay, videotype }), rp: filled({ size_id }) } } };
}

function toBanner({ banner }: SharedImp, { noBannerSize }: RubiconDialect): ImpPatch | BidderError {
  const isSized = banner?.format?.length || (banner?.w && banner.h);
  if (!isSized) return badInput(noBannerSize);
  return { banner: { ...banner, ext: { rp: { mime: 'text/html' } } }, video: undefined, native: undefined };
}

/** From 1.2 on the native request is sent as an object too. */
function toNative({ native }: SharedImp): ImpPatch | BidderError {
  if (!native) return badInput('Native object is not present for request');
  if (native.ver === '1.0' || native.ver === '1.1') return { video: undefined };
  const request = parseObject(native.request ?? '');
  if ('error' in request) return badInput(request.error);
  const { eventtrackers, context, plcmttype } = request.value;
  if (!Array.isArray(eventtrackers)) return badInput('Eventtrackers are not present or not of array type');
  if (typeof (context ?? 0) !== 'number') return badInput('Context is not of int type');
  if (typeof plcmttype !== 'number') return badInput('Plcmttype is not present or not of int type');
  return { native: { ...native, ...{ request_native: request.value } }, video: undefined };
}
