/** Granularity and rounding of a bid's price bucket. */
import { MEDIA_TYPES, type MediaType, type TypedBid } from '#src/bidders/bidder.ts';
import type { PriceDialect } from '#src/dialect/contract/prices.ts';
import { type BucketRounding, bucketTable, priceBucket } from '../pricing/price-bucket.ts';
import type { TargetingSettings } from '../response-settings.ts';

const MTYPES: readonly (MediaType | undefined)[] = [undefined, ...MEDIA_TYPES];

type Granularities = Pick<TargetingSettings, 'priceGranularity' | 'mediaTypePriceGranularity'>;

/** The media type named by a bid: `mtype`, then `ext.srv.type`; empty: none. */
export const namedType = ({ bid }: Pick<TypedBid, 'bid'>): string =>
  MTYPES[bid.mtype ?? 0] ?? MEDIA_TYPES.find((known) => known === bid.ext?.srv?.type) ?? '';

/**
 * The price bucket of a bid under the request's granularities (media type before general) and the account's bid rounding;
 * unknown rounding modes round down.
 * @param draw a random number at least 0, below 1: `timesplit` rounds down below one half
 */
export function bucketOf(
  bid: Pick<TypedBid, 'bid' | 'type'>,
  settings: Granularities,
  rounding: string,
  draw: () => number,
  { bucketType, bucketDigits, shownBucket }: Pick<PriceDialect, 'bucketType' | 'bucketDigits' | 'shownBucket'>,
): string {
  const granularity = settings.mediaTypePriceGranularity[bucketType(bid)] ?? settings.priceGranularity;
  const { price } = bid.bid;
  return shownBucket(priceBucket(price, bucketTable(granularity), modeOf(rounding, draw), bucketDigits), price);
}

/** A bucket as a number, to compare bids by. */
export const bucketValue = (bucket: string | undefined): number => Number(bucket?.replaceAll(',', ''));

function modeOf(rounding: string, draw: () => number): BucketRounding {
  if (rounding === 'timesplit') return draw() < 0.5 ? 'down' : 'up';
  return rounding === 'up' || rounding === 'true' ? rounding : 'down';
}
