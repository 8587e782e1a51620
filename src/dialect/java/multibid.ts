/** `ext.srv.multibid` normalized by the Java variant's rules: limits are capped silently. */

import { MAX_BIDS, MIN_BIDS } from '#src/auction/validate/multibid.ts';
import type { MultiBid } from '#src/openrtb/ext.ts';

const listed = (bidders: readonly string[]): string => `[${bidders.join(', ')}]`;

/** The valid entries, with one warning per problem. Bidder names are case-insensitive. The given entries are not modified. */
export function normaliseJavaMultibid(given: readonly MultiBid[] | null | undefined): { entries: MultiBid[]; warnings: string[] } {
  const entries: MultiBid[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  for (const { bidder, bidders = [], maxbids, targetbiddercodeprefix: prefix } of given ?? []) {
    const several = bidders ?? [];
    const isTaken = (code: string): boolean => take(code, maxbids, seen, warnings);
    if (bidder) {
      if (several.length > 0)
        warnings.push(`bidder ${bidder} and bidders ${listed(several)} specified. Only bidder ${bidder} will be used.`);
      if (isTaken(bidder)) entries.push({ bidder, maxbids: clamped(maxbids), ...(prefix && { targetbiddercodeprefix: prefix }) });
    } else if (several.length > 0) {
      if (prefix) warnings.push(`CodePrefix ${prefix} that was specified for bidders ${listed(several)} will be skipped.`);
      const left = several.filter(isTaken);
      if (left.length > 0) entries.push({ bidders: left, maxbids: clamped(maxbids) });
    } else warnings.push('Bidder and bidders was not specified.');
  }
  return { entries, warnings: warnings.map((message) => `Invalid MultiBid: ${message}`) };
}

const clamped = (maxbids = MIN_BIDS): number => Math.min(MAX_BIDS, Math.max(MIN_BIDS, maxbids));

/** Whether the entry applies to the bidder: the first one that sets its number of bids. */
function take(bidder: string, maxbids: number | null | undefined, seen: Set<string>, warnings: string[]): boolean {
  const key = bidder.toLowerCase();
  if (seen.has(key)) warnings.push(`Bidder ${bidder} specified multiple times.`);
  else if (maxbids === undefined || maxbids === null) warnings.push(`MaxBids for bidder ${bidder} is not specified and will be skipped.`);
  else {
    seen.add(key);
    return true;
  }
  return false;
}
