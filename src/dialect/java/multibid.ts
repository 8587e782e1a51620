/** `ext.srv.multibid` as the Java variant brings it into order (auction-request.md 13.3): limits are cut without a word. */

import { MAX_BIDS, MIN_BIDS } from '#src/auction/validate/multibid.ts';
import type { MultiBid } from '#src/wire/ext.ts';

const listed = (bidders: readonly string[]): string => `[${bidders.join(', ')}]`;

/** The usable entries, with one warning a problem. Bidders are the same in whatever case. The given entries are not changed. */
export function normaliseLikeJava(given: readonly MultiBid[] | null | undefined): { entries: MultiBid[]; warnings: string[] } {
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
  return { entries, warnings: warnings.map((text) => `Invalid MultiBid: ${text}`) };
}

const clamped = (maxbids = MIN_BIDS): number => Math.min(MAX_BIDS, Math.max(MIN_BIDS, maxbids));

/** Whether the entry holds for the bidder: the first that says how many bids it may have. */
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
