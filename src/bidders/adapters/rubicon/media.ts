/** Each imp is sent with one media type: video if possible, else banner, else native. */
import type { BidderError, MediaType } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import type { ImpPatch, SharedImp } from '../../kit/spec.ts';
import type { Params } from './params.ts';

/** The media type of an imp. One with a banner too is a video only if the video is complete; zeros are values in the Java variant. */
export function typeOf({ banner, video }: SharedImp, isJava: boolean): MediaType {
  const { mimes, protocols, maxduration, linearity } = video ?? {};
  const isFull = [mimes, protocols, maxduration, linearity].every((field) => (isJava ? field !== undefined : field));
  if (video && (!banner || isFull)) return 'video';
  return banner ? 'banner' : 'native';
}

export function toMedia(imp: SharedImp, params: Params, isJava: boolean): ImpPatch | BidderError {
  switch (typeOf(imp, isJava)) {
    case 'video':
      return { ...toVideo(imp, params, isJava), banner: undefined, native: undefined, rwdd: undefined };
    case 'banner':
      return toBanner(imp, isJava);
    default:
      return toNative(imp);
  }
}

/** In the Java variant a video without params keeps its own fields. */
function toVideo({ video, rwdd }: SharedImp, { video: given }: Params, isJava: boolean): ImpPatch {
  const { skip, skipdelay, size_id } = given ?? {};
  const videotype = rwdd === 1 ? 'rewarded' : undefined;
  if (isJava && !given && !videotype) return { video };
  return { video: { ...video, ext: { ...filled({ skip, skipdelay, videotype }), rp: filled({ size_id }) } } };
}

function toBanner({ banner }: SharedImp, isJava: boolean): ImpPatch | BidderError {
  const isSized = banner?.format?.length || (banner?.w && banner.h);
  if (!isSized) {
    const what = isJava
      ? 'magnite imps must have at least one size element [w, h, format]'
      : 'rubicon imps must have at least one imp.format element';
    return badInput(what);
  }
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
