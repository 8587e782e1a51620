/** Common bid operations of adapters, and the imps of bids. */

import { isObject } from '#src/json/merge.ts';
import { parseJson } from '#src/json/parse.ts';
import { object } from '#src/json/values.ts';
import type { Ext, ResponseExt } from '#src/openrtb/ext.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import type { AuctionConfig, BidderError, Call, MediaType, SharedRequest, TypedBid } from '../bidder.ts';
import { badServer, generic } from '../errors.ts';
import { field, parseObject } from './decode.ts';
import { fieldString } from './json.ts';
import { emptySeatBid } from './messages.ts';
import { plainNumber } from './money.ts';
import type { BidPatch, SharedBid, SharedResponse } from './response-spec.ts';
import type { SharedImp } from './spec.ts';

/** Replaces `${AUCTION_PRICE}` with the bid's price in these fields (a `bid` hook). */
export const auctionPrice =
  (...fields: readonly ('adm' | 'nurl' | 'burl' | 'lurl')[]) =>
  (bid: SharedBid): BidPatch | undefined => {
    let patch: { [name: string]: string } | undefined;
    for (const name of fields) {
      const text = bid[name];
      if (!text?.includes('${AUCTION_PRICE}')) continue;
      patch ??= {};
      patch[name] = text.replaceAll('${AUCTION_PRICE}', plainNumber(bid.price));
    }
    return patch;
  };

/** A bid's `ext` with more fields in its `srv.meta`; what should be an object and is none counts as empty. */
export function withMetaInExt(ext: unknown, more: Ext): Ext & { srv: { meta: Ext } } {
  const srv = object(object(ext)['srv']);
  return { ...object(ext), srv: { ...srv, meta: { ...object(srv['meta']), ...more } } };
}

/** The imp of a bid; undefined if there is none. */
export const impOf = (request: Pick<SharedRequest, 'imp'>, impId: string): SharedImp | undefined =>
  request.imp.find((imp) => imp.id === impId);

/** The request as sent, if it was OpenRTB. */
export function sentRequest(call: Call): SharedRequest | undefined {
  const body = typeof call.body === 'string' ? parseJson(call.body) : call.body;
  return isObject(body) && Array.isArray(body['imp']) ? (body as unknown as SharedRequest) : undefined;
}

/** `ext.fledge_auction_configs` of a response: an object of configs by imp id. */
export function configsByImp(ext: DeepReadonly<ResponseExt>, bidder?: string): readonly AuctionConfig[] | undefined {
  const configs = field(ext, 'fledge_auction_configs');
  return isObject(configs) ? Object.entries(configs).map(([impid, config]) => ({ impid, bidder, config })) : undefined;
}

/** A `check`: a response without seatbids is a bad server response. */
export const seatBidRequired =
  (message: string = emptySeatBid) =>
  ({ seatbid = [] }: SharedResponse): BidderError | undefined =>
    seatbid.length === 0 ? badServer(message) : undefined;

/** A `noBid` rule: a response without seatbids is no bid. */
export const noSeatBid = ({ seatbid = [] }: SharedResponse): boolean => seatbid.length === 0;

/** A `noBid` rule: a response without bids in its first seatbid is no bid. */
export const noFirstBid = ({ seatbid: [first] = [] }: SharedResponse): boolean => !first?.bid?.length;

/** A `check`: a response has exactly one seatbid. */
export const oneSeatBid = ({ seatbid = [] }: SharedResponse): BidderError | undefined =>
  seatbid.length === 1 ? undefined : badServer(`Invalid SeatBids count: ${seatbid.length}`);

/** An `extras` hook: the duration of video bids. Their categories are those of the IAB, to be translated to the ad server's. */
export const videoExtras = ({ dur = 0 }: SharedBid, type: MediaType | ''): Pick<TypedBid, 'video'> | undefined =>
  type === 'video' && dur > 0 ? { video: { duration: dur, primary_category: '' } } : undefined;

/** Native markup, possibly wrapped in a field `native`: the exact markup itself, or the error. */
export function unwrapNative(adm: string): string | BidderError {
  const markup = parseObject(adm);
  if ('error' in markup) return generic('unable to unmarshal native adm');
  if (!Object.hasOwn(markup.value, 'native')) return adm;
  return isObject(markup.value['native']) ? (fieldString(adm, 'native') ?? adm) : generic('unable to get native adm');
}
