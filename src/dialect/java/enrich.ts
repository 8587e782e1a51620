/** What the Java variant makes of a checked request. */
import { capTmax } from '#src/auction/enrich/deadline.ts';
import { javaKeyPrefix } from '#src/auction/enrich/prefix.ts';
import { isLimit } from '#src/auction/enrich/targeting.ts';
import { OWN } from '#src/auction/findings.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { EnrichDialect } from '../dialect.ts';
import { mergeLikeJava } from './bid-adjustments.ts';
import { normaliseLikeJava } from './multibid.ts';

export const enrich: EnrichDialect = {
  // Capped, so that there always is one.
  tmax: (tmax, { auction }) => capTmax(tmax || undefined, auction.biddertmax.max),
  timeLimit: (tmax) => tmax,
  warnDebugOff: (findings) => findings.warnFirst(OWN, CODES.unknown, 'Debug turned off for account'),
  multibid: normaliseLikeJava,
  keyPrefix: (requested, { targeting_prefix }, maxKeyLength) => javaKeyPrefix(requested, targeting_prefix, maxKeyLength),
  isKeyLimit: isLimit,
  bidAdjustments: mergeLikeJava,
};
