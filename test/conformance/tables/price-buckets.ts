/** Topic `price-buckets`: the bucket of one bid. */

import { bucketOf } from '#src/auction/target/bid-bucket.ts';
import type { PriceGranularity } from '#src/openrtb/ext.ts';
import { legacyGranularity } from '#src/openrtb/granularity.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { firstDifference } from '../compare.ts';
import type { Row } from '../suites/tables.ts';

const granularity = (given: unknown): PriceGranularity =>
  typeof given === 'string' ? (legacyGranularity(given) ?? {}) : ((given ?? {}) as PriceGranularity);

export function run({ in: given }: Row): Record<string, unknown> {
  const settings = {
    priceGranularity: granularity(given['granularity']),
    mediaTypePriceGranularity: (given['mediaTypeGranularity'] ?? {}) as Record<string, PriceGranularity>,
  };
  const bid = { bid: { id: '', impid: '', price: Number(given['price'] ?? 0), mtype: given['mtype'] as number }, type: '' } as const;
  return { text: bucketOf(bid, settings, String(given['rounding'] ?? ''), () => 0, dialects.go.prices) };
}

export function compare(row: Row, made: Record<string, unknown>): string | undefined {
  const accepted = row.out['oneOf'] as string[];
  return accepted.some((wanted) => firstDifference(wanted, made['text']) === undefined)
    ? undefined
    : `wanted one of ${accepted.join(', ')}, made ${String(made['text'])}`;
}
