/** Settings of a validated request in the Go variant. */

import { GENERAL, WARN } from '#src/auction/diagnostics.ts';
import { auctionTimeout } from '#src/auction/enrich/deadline.ts';
import { DEFAULT_LIMIT, keyPrefix } from '#src/auction/enrich/prefix.ts';
import { mergeBidAdjustments } from '#src/auction/pricing/bid-adjustments.ts';
import { normaliseMultibid } from '#src/auction/validate/multibid.ts';
import type { EnrichDialect } from '../contract/enrich.ts';

const isKeyLimit = (chars: number): boolean => chars > 0;

/** The limit of key lengths that a prefix must respect: a longer one of request or host leaves more room than the account's. */
function prefixLimit(ofAccount: number | undefined, maxKeyLength: number): number | undefined {
  if (ofAccount !== undefined && !isKeyLimit(ofAccount)) return ofAccount;
  const effective = maxKeyLength === 0 ? Number.POSITIVE_INFINITY : maxKeyLength;
  return effective > (ofAccount ?? DEFAULT_LIMIT) ? effective : ofAccount;
}

export const enrich: EnrichDialect = {
  // Not limited: the limit only shortens the deadline.
  tmax: (tmax, { tmax_default }) => tmax || tmax_default || undefined,
  timeLimit: (tmax, { auction_timeouts_ms }) => auctionTimeout(tmax ?? 0, auction_timeouts_ms) || undefined,
  warnDebugOff: (diagnostics) => diagnostics.warnFirst(GENERAL, WARN.accountDebugOff, 'debug turned off for account'),
  // One warning per call.
  warnBidderDebugOff(diagnostics, { bidder, calls }) {
    for (const _call of calls) diagnostics.warn(bidder, WARN.bidderDebugOff, 'debug turned off for bidder');
  },
  namesNoIntegration: (given) => !given,
  multibid: normaliseMultibid,
  keyPrefix: (requested, { targeting_prefix, truncate_target_attr }, maxKeyLength) =>
    keyPrefix(requested, targeting_prefix, prefixLimit(truncate_target_attr, maxKeyLength)),
  isKeyLimit,
  bidAdjustments: mergeBidAdjustments,
};
