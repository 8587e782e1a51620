/** Imps: their ids, and the one media type of each. */

import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError, MediaType } from '../../bidder.ts';
import { badInput, isError } from '../../errors.ts';
import { formatsOf } from '../../kit/fan-out.ts';
import { without } from '../../kit/objects.ts';
import { readerOf } from '../../kit/reader.ts';
import type { ImpPatch, ImpWithParams, SharedImp } from '../../kit/spec.ts';

export interface Ids {
  readonly publisherId: string;
  readonly placementId: string;
}

const readGiven = readerOf(z.object({ placementId: z.string(), publisherId: z.string() }));

const ORDER: readonly MediaType[] = ['video', 'native', 'banner', 'audio'];
const INTERSTITIAL_ORDER: readonly MediaType[] = ['video', 'banner', 'native', 'audio'];
const HEIGHTS: readonly number[] = [50, 250];

/** `placementId` may hold the publisher's id too: `<publisher>_<placement>`. */
export function readIds(bidder: unknown): Result<Ids> {
  const given = readGiven(bidder);
  if ('error' in given) return given;
  const { placementId = '', publisherId = '' } = given.value;
  if (placementId === '') return { error: 'Missing placementId param' };
  const parts = placementId.split('_');
  const [first = '', second = ''] = parts;
  if (parts.length === 2) return { value: { publisherId: first, placementId: second } };
  if (parts.length > 2) return { error: `Invalid placementId param '${placementId}' and publisherId param '${publisherId}'` };
  return publisherId === '' ? { error: 'Missing publisherId param' } : { value: { publisherId, placementId } };
}

/** The one media type of an imp. */
export const kindOf = (imp: SharedImp): MediaType | undefined => formatsOf(imp, imp.instl === 1 ? INTERSTITIAL_ORDER : ORDER)[0];

export const toImp = (item: ImpWithParams<Ids>): ImpPatch | BidderError => sold(item, ['banner', 'video']);

/** The Java variant supports only banner interstitials. */
export const toJavaImp = (item: ImpWithParams<Ids>): ImpPatch | BidderError => sold(item, ['banner']);

/** The imp as one media type; an interstitial must be one of these. */
function sold({ imp, params, ext }: ImpWithParams<Ids>, interstitials: readonly MediaType[]): ImpPatch | BidderError {
  const kind = kindOf(imp);
  if (!kind) return badInput(`imp #${imp.id} with invalid type`);
  if (imp.instl === 1 && !interstitials.includes(kind)) {
    return badInput(`imp #${imp.id}: interstitial imps are only supported for ${interstitials.join(' and ')}`);
  }
  const rwdd = ext.srv?.is_rewarded_inventory === 1 ? 1 : imp.rwdd;
  const media = toMedia(imp, kind, rwdd === 1);
  if (isError(media)) return media;
  const tagid = `${params.publisherId}_${params.placementId}`;
  return { tagid, rwdd, ext: undefined, banner: undefined, video: undefined, native: undefined, audio: undefined, ...media };
}

function toMedia({ id, instl, banner, video, native, audio }: SharedImp, kind: MediaType, isRewarded: boolean): ImpPatch | BidderError {
  switch (kind) {
    case 'audio':
      return { audio };
    case 'native':
      return { native: { ...without(native, 'request', 'ver'), ...{ w: -1, h: -1 } } };
    case 'video':
      if (isRewarded) {
        const videotype = instl === 1 ? 'rewarded_interstitial' : 'rewarded';
        return { video: { ...video, w: 0, h: 0, ext: { ...object(video?.ext), videotype } } };
      }
      // An interstitial is a full-screen banner, unless it is rewarded.
      return instl === 1 ? { banner: { w: 0, h: 0 } } : { video: { ...video, w: 0, h: 0 } };
    default: {
      if (instl === 1) return { banner: { ...banner, w: 0, h: 0, format: undefined } };
      const h = banner?.h ?? banner?.format?.find((format) => HEIGHTS.includes(format.h ?? 0))?.h;
      if (h === undefined) return badInput(`imp #${id}: banner height required`);
      if (!HEIGHTS.includes(h)) return badInput(`imp #${id}: only banner heights 50 and 250 are supported`);
      return { banner: { ...banner, w: -1, h, format: undefined } };
    }
  }
}
