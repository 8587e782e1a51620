/** Targeting defaults of the Java variant. */

import type { Auction } from '#src/auction/auction.ts';
import { invalid } from '#src/auction/rejection.ts';
import type { Services } from '#src/auction/services.ts';
import type { TargetingExt } from '#src/openrtb/ext.ts';
import { legacyGranularity, mediumGranularity } from '#src/openrtb/granularity.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

const MEDIA_TYPES = ['banner', 'video', 'native'] as const;

/** Whether every media type of the imps has a granularity of its own. */
function allCovered({ imp: imps }: BidRequest, byType: TargetingExt['mediatypepricegranularity']): boolean {
  return byType !== undefined && MEDIA_TYPES.every((type) => byType[type] !== undefined || imps.every((imp) => !imp[type]));
}

/** The effective granularity: none if all media types have their own; a string's meaning; undefined: unknown name. */
function granularityOf(given: TargetingExt['pricegranularity'], fallback: string | undefined) {
  if (given === undefined) return (fallback === undefined ? undefined : legacyGranularity(fallback)) ?? mediumGranularity();
  return typeof given === 'string' ? legacyGranularity(given) : given;
}

/** Fills an existing `ext.srv.targeting`, in place; an unknown granularity name rejects the request. */
export function fillJavaTargeting(auction: Auction, { config }: Services): void {
  const { request, account } = auction;
  const { targeting, cache } = request.ext?.srv ?? {};
  if (!targeting) return;
  const { pricegranularity: given, includewinners, includebidderkeys } = targeting;
  if (typeof given === 'object' && includewinners !== undefined && includebidderkeys !== undefined) return;
  if (given !== undefined || !allCovered(request, targeting.mediatypepricegranularity)) {
    const granularity = granularityOf(given, account.price_granularity);
    if (!granularity) {
      auction.rejection = invalid(`Invalid string price granularity with value: ${String(given)}`);
      return;
    }
    targeting.pricegranularity = granularity;
  }
  targeting.includewinners ??= true;
  targeting.includebidderkeys ??= !(cache?.winningonly ?? config.cache.only_winning_bids);
}
