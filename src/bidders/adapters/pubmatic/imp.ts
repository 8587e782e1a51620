/** Publishers' params of an imp, and the imp in the server's format. */

import { isObject } from '#src/json/merge.ts';
import { string } from '#src/json/values.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { field, toNumber } from '../../kit/decode.ts';
import type { ImpPatch, ImpWithParams, RequestContext, SharedImp } from '../../kit/spec.ts';
import { toOwnExt } from './key-values.ts';
import type { Params } from './params.ts';
import { isComplete, type OwnWrapper, toWrapper, type Wrapper, wrapperOf } from './request-ext.ts';

/** The error of imps without any of the bidder's media types; it takes precedence. */
export const unsupported = ({ id, banner, video, native }: SharedImp): BidderError | undefined =>
  banner || video || native
    ? undefined
    : badInput(`invalid MediaType. PubMatic only supports Banner, Video and Native. Ignoring ImpID=${id}`);

/** `quote` stands around the ad slot in errors. */
export function toImp({ imp, params, ext }: ImpWithParams<Params>, context: RequestContext, quote: string): ImpPatch | BidderError {
  const error = unsupported(imp);
  if (error) return error;
  const known = wrapperOf(context);
  const wrapper = params.wrapper === undefined || isComplete(known) ? { value: known } : toWrapper(params.wrapper);
  if ('error' in wrapper) {
    const written = JSON.stringify(params.wrapper);
    return generic(`Error in Wrapper Parameters = ${wrapper.error}  for ImpID = ${imp.id} WrapperExt = ${written}`);
  }
  const adSlot = toAdSlot((params.adSlot ?? '').trim(), quote);
  if ('error' in adSlot) return generic(adSlot.error);
  fillUp(known, wrapper.value);
  return {
    ...displayManager(imp, context.request.app?.ext),
    tagid: adSlot.value.tag || imp.tagid,
    banner: toBanner(imp.banner, adSlot.value.size),
    audio: undefined,
    bidfloor: toFloor(imp.bidfloor, params.kadfloor),
    ext: toOwnExt(params, ext),
  };
}

/** Fields missing in the publisher's profile are taken from an imp that is sent. */
function fillUp(known: OwnWrapper, { profile, version }: Wrapper): void {
  known.profile ||= profile;
  known.version ||= version;
}

interface Size {
  readonly w: number;
  readonly h: number;
}

const isInteger = (digits: string): boolean => /^[+-]?\d+$/.test(digits);

/** `tag`, `tag@WxH` or `tag@WxH:index`; or the error message, with the tag between `quote`s. */
function toAdSlot(adSlot: string, quote: string): Result<{ readonly tag: string; readonly size?: Size }> {
  if (!adSlot.includes('@')) return { value: { tag: adSlot } };
  const [tag = '', size = '', ...more] = adSlot.split('@');
  const quoted = `${quote}${adSlot}${quote}`;
  if (tag === '' || size === '' || more.length > 0) return { error: `Invalid adSlot ${quoted}` };
  const [left = '', right, ...others] = size.toLowerCase().split('x');
  if (right === undefined || others.length > 0) return { error: `Invalid size provided in adSlot ${quoted}` };
  const [w, h] = [left.trim(), (right.split(':', 1)[0] ?? '').trim()];
  if (!isInteger(w)) return { error: `Invalid width provided in adSlot ${quoted}` };
  if (!isInteger(h)) return { error: `Invalid height provided in adSlot ${quoted}` };
  return { value: { tag: tag.trim(), size: { w: Number(w), h: Number(h) } } };
}

/** The banner with the item's size, else its own, else its first format's. */
function toBanner(banner: SharedImp['banner'], size: Size | undefined): SharedImp['banner'] {
  if (!banner || (!size && banner.w !== undefined && banner.h !== undefined)) return banner;
  const { w, h } = size ?? banner.format?.[0] ?? {};
  return size || banner.format?.[0] ? { ...banner, w: w ?? 0, h: h ?? 0 } : banner;
}

/** The higher of both floors; one that is no decimal number is ignored; undefined without floors. */
function toFloor(bidfloor: number | undefined, kadfloor = ''): number | undefined {
  const own = toNumber(kadfloor.trim()) ?? Number.NaN;
  return Number.isFinite(own) && own > (bidfloor ?? 0) ? own : bidfloor;
}

/** The app's SDK, unless the imp names one. */
function displayManager(imp: SharedImp, appExt: unknown): ImpPatch | undefined {
  if (imp.displaymanager || imp.displaymanagerver || !isObject(appExt)) return undefined;
  for (const where of [field(appExt, 'srv'), appExt]) {
    const source = isObject(where) ? string(where['source']) : '';
    const version = isObject(where) ? string(where['version']) : '';
    if (source !== '' && version !== '') return { displaymanager: source, displaymanagerver: version };
  }
  return undefined;
}
