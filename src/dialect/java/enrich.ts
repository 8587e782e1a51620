/** Settings of a validated request in the Java variant. */

import { OWN } from '#src/auction/diagnostics.ts';
import { capTmax } from '#src/auction/enrich/deadline.ts';
import { javaKeyPrefix } from '#src/auction/enrich/prefix.ts';
import { isLimit } from '#src/auction/enrich/targeting.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { EnrichDialect } from '../contract/enrich.ts';
import { mergeJavaAdjustments } from './bid-adjustments.ts';
import { normaliseJavaMultibid } from './multibid.ts';

export const enrich: EnrichDialect = {
  // Limited, so it is always present.
  tmax: (tmax, { auction }) => capTmax(tmax || undefined, auction.biddertmax.max),
  timeLimit: (tmax) => tmax,
  warnDebugOff: (diagnostics) => diagnostics.warnFirst(OWN, CODES.unknown, 'Debug turned off for account'),
  warnBidderDebugOff: (diagnostics, { bidder }) => diagnostics.warn(OWN, CODES.unknown, `Debug turned off for bidder: ${bidder}`),
  namesNoIntegration: (given) => !given?.trim(),
  multibid: normaliseJavaMultibid,
  keyPrefix: (requested, { targeting_prefix }, maxKeyLength) => javaKeyPrefix(requested, targeting_prefix, maxKeyLength),
  isKeyLimit: isLimit,
  bidAdjustments: mergeJavaAdjustments,
};
