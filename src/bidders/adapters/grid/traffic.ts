/** Native requests as objects, and fields of bids that OpenRTB lacks. */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { parseJson } from '#src/json/parse.ts';
import { string } from '#src/json/values.ts';
import type { SharedRequest } from '../../bidder.ts';
import { field } from '../../kit/decode.ts';
import { escapedJson } from '../../kit/json.ts';
import { without } from '../../kit/objects.ts';
import { readerOf } from '../../kit/reader.ts';
import type { BidPatch, SharedBid } from '../../kit/response-spec.ts';

/** Keywords are read apart: they need not be well-formed. */
export const readParams = readerOf(z.object({ uid: z.int() }));

/** An `editBody` hook: `native.request_native` is the decoded request, or its text if it is no object. */
export const withRequestNative = (body: SharedRequest): SharedRequest => ({
  ...body,
  imp: body.imp.map((imp) => {
    if (!imp.native) return imp;
    const { request = '' } = imp.native;
    const decoded = parseJson(request);
    return { ...imp, native: { ...without(imp.native, 'request'), request_native: isObject(decoded) ? decoded : request } };
  }),
});

/** The media type the exchange names; `''` if it names none. */
export const contentType = (bid: SharedBid): string => string(field(bid, 'content_type'));

const readBidExt = readerOf(z.object({ bidder: z.object({ grid: z.object({ demandSource: z.string() }) }) }));

export function demandSourceOf({ ext }: SharedBid): string | undefined {
  const found = readBidExt(ext ?? null);
  return 'error' in found ? undefined : found.value.bidder?.grid?.demandSource;
}

/** Fields that OpenRTB bids do not have. */
const NOT_IN_BIDS = { content_type: undefined, adm_native: undefined };

/** A `bid` hook: native markup may be an object. */
export function toMarkup(bid: SharedBid): BidPatch {
  const native = field(bid, 'adm_native');
  return { ...NOT_IN_BIDS, ...(!bid.adm && native !== undefined && { adm: escapedJson(native) }) };
}
