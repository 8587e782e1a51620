/** Bids adjusted by the exchange's own fields. */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { object, string } from '#src/json/values.ts';
import { impOf, sentRequest, withMetaInExt } from '../../kit/bids.ts';
import { filled, without } from '../../kit/objects.ts';
import { readerOf, readJson } from '../../kit/reader.ts';
import type { BidPatch, BidPosition, ResponseContext, SharedBid, SharedSeatBid, TypeRule } from '../../kit/response-spec.ts';
import { typeOf } from './media.ts';
import { priceOverride } from './params.ts';

const readRequestExt = readerOf(
  z.object({ srv: z.object({ bidders: z.object({ rubicon: z.object({ debug: z.object({ cpmoverride: z.number() }) }) }) }) }),
);

/** The media type sent for the imp: it has one only. */
export const typeOfSent: TypeRule = (_, { call }) => {
  const [imp] = sentRequest(call)?.imp ?? [];
  return imp && typeOf(imp, { zerosAreValues: false });
};

export const toBid = (bid: SharedBid, _type: string, context: ResponseContext, { seatBid }: BidPosition): BidPatch | 'skip' =>
  patchOf(bid, context, withNetwork(bid.ext, seatBid));

const readExtraInfo = readerOf(z.object({ generate_bid_id: z.boolean() }));

/** Whether a host of the Java variant replaces the ids of bids, which are not unique. */
export function generatesIds(extraInfo: string): boolean {
  const found = readJson(extraInfo, readExtraInfo);
  return 'value' in found && found.value.generate_bid_id === true;
}

/** The Java variant also names the advertiser. */
export function toJavaBid(
  bid: SharedBid,
  _type: string,
  context: ResponseContext<{ readonly generateIds: boolean }>,
  { seatBid }: BidPosition,
): BidPatch | 'skip' {
  const patch = patchOf(bid, context, withMeta(bid.ext, seatBid, positive(object(object(bid.ext)['rp'])['advid'])));
  return patch === 'skip' || !context.setup.generateIds ? patch : { ...patch, id: context.builder.env.uuid() };
}

function patchOf(bid: SharedBid, context: ResponseContext, ext: SharedBid['ext']): BidPatch | 'skip' {
  const price = overriddenPrice(bid, context) || bid.price;
  if (price === 0) return 'skip';
  return {
    price,
    id: bid.id === '0' ? (context.body?.bidid ?? '') : bid.id,
    ext,
    ...markupOf(bid),
  };
}

function overriddenPrice({ impid }: SharedBid, { request }: ResponseContext): number {
  const ofImp = priceOverride(impOf(request, impid)?.ext?.bidder);
  if (ofImp !== 0) return Math.max(0, ofImp);
  const ext = readRequestExt(request.ext ?? null);
  return 'error' in ext ? 0 : Math.max(0, ext.value.srv?.bidders?.rubicon?.debug?.cpmoverride ?? 0);
}

/** Native markup is returned as a separate object. */
function markupOf(bid: SharedBid): BidPatch {
  const { adm_native: native } = bid as { readonly adm_native?: unknown };
  return bid.adm || native === undefined ? {} : { adm: JSON.stringify(native), ...{ adm_native: undefined } };
}

/** Network and seat of the exchange in `ext.srv.meta`; the network is that of the buyer only. */
function withNetwork(ext: SharedBid['ext'], seatBid: SharedSeatBid): SharedBid['ext'] {
  const { seat = '' } = seatBid;
  const networkId = networkOf(seatBid);
  if (networkId === 0 && seat === '') return ext;
  const srv = object(object(ext)['srv']);
  const meta = { ...without(object(srv['meta']), 'networkId'), ...filled({ networkId, seat }) };
  return { ...(isObject(ext) && ext), srv: { ...srv, meta } };
}

const networkOf = (seatBid: SharedSeatBid): number => positive((seatBid as { readonly buyer?: unknown }).buyer);

/** Network, seat and advertiser in `ext.srv.meta`. */
function withMeta(ext: SharedBid['ext'], seatBid: SharedSeatBid, advertiserId: number): SharedBid['ext'] {
  const { seat = '' } = seatBid;
  const networkId = networkOf(seatBid);
  if (networkId === 0 && advertiserId === 0 && seat === '') return ext;
  return withMetaInExt(ext, filled({ advertiserId, networkId, seat }));
}

/** An integer written as a string; 0: none. */
const positive = (value: unknown): number => (/^\d{1,15}$/.test(string(value)) ? Number(string(value)) : 0);
