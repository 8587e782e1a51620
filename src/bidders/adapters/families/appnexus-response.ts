/** Bids of the exchange behind `appnexus` and `mediafuse`: attributes outside OpenRTB. */
import { z } from 'zod';
import type { BidderError, MediaType } from '../../bidder.ts';
import { generic, isError } from '../../errors.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';
import type { BidPatch, ResponseSpec, SharedBid } from '../../kit/response-spec.ts';
import { IAB_OF_BRAND } from './appnexus-categories.ts';

const readBidExt = readerOf(
  z.object({
    appnexus: z.object({
      bid_ad_type: z.int(),
      brand_category_id: z.int(),
      deal_priority: z.int(),
      creative_info: z.object({ video: z.object({ duration: z.int() }) }),
    }),
  }),
);
const AD_TYPES: readonly (MediaType | undefined)[] = ['banner', 'video', undefined, 'native'];

/** The exchange's own part of a bid's `ext`; the decoder's message if it is malformed. */
function ownExt({ ext }: SharedBid): NonNullable<ValueOf<typeof readBidExt>['appnexus']> | BidderError {
  const found = readBidExt(ext);
  return 'error' in found ? generic(found.error) : (found.value.appnexus ?? {});
}

/** `table`: IAB category of a brand category id. */
export function toCategories(bid: SharedBid, table: ReadonlyMap<number, string | undefined> = IAB_OF_BRAND): BidPatch | undefined {
  const own = ownExt(bid);
  const category = isError(own) ? undefined : table.get(own.brand_category_id ?? 0);
  if (category !== undefined) return { cat: [category] };
  // Several categories, none confirmed by the exchange: they are removed, and the bid is rejected if brands must differ.
  return (bid.cat?.length ?? 0) > 1 ? { cat: [] } : undefined;
}

/** The media type by the exchange's own number for it; `unknown`: the error for another number. */
export const byAdType =
  (unknown: (adType: number) => BidderError) =>
  (bid: SharedBid): MediaType | BidderError => {
    const own = ownExt(bid);
    if (isError(own)) return own;
    const adType = own.bid_ad_type ?? 0;
    return AD_TYPES[adType] ?? unknown(adType);
  };

const toType = byAdType((adType) => generic(`Unrecognized bid_ad_type in response from appnexus: ${adType}`));

/** The Java variant requires an `ext`. */
export const javaTypeOf = (bid: SharedBid): MediaType | BidderError =>
  bid.ext ? toType(bid) : generic('bidResponse.bid.ext should be defined for appnexus');

export const appnexusResponse: ResponseSpec<unknown> = {
  mediaType: toType,
  bid: (bid) => toCategories(bid),
  extras: (bid) => {
    const own = ownExt(bid);
    if (isError(own)) return undefined;
    return {
      dealPriority: own.deal_priority ?? 0,
      video: { duration: own.creative_info?.video?.duration ?? 0, primary_category: '' },
    };
  },
};
