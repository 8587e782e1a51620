/** The entries of `ext.srv.multibid` that one bidder may see. */

import type { AlternateBidderCodes, MultiBid } from '#src/openrtb/ext.ts';
import { codesOfBidder } from '../alternate-codes.ts';

/** Its own, and those of the codes it may bid under; lists of bidders are reduced to one name each. undefined: none. */
export function multiBidFor(
  entries: readonly MultiBid[] | null | undefined,
  bidder: string,
  codes: AlternateBidderCodes | null | undefined,
): MultiBid[] | undefined {
  if (!entries || entries.length === 0) return undefined;
  const names = new Set([bidder.toLowerCase()]);
  for (const code of codesOfBidder(codes ?? undefined, bidder)?.allowedbiddercodes ?? []) names.add(code.toLowerCase());
  const isSeen = (name: string): boolean => names.has('*') || names.has(name.toLowerCase());
  const own: MultiBid[] = [];
  for (const entry of entries) {
    if (entry.bidder) {
      if (isSeen(entry.bidder)) own.push(entry);
    } else for (const name of entry.bidders ?? []) if (isSeen(name)) own.push({ bidders: [name], maxbids: entry.maxbids });
  }
  return own.length > 0 ? own : undefined;
}

/** Java variant: the one entry for the bidder itself, under its name. */
export function ownMultiBid(entries: readonly MultiBid[] | null | undefined, bidder: string): MultiBid[] | undefined {
  const wanted = bidder.toLowerCase();
  for (const { bidder: one, bidders = [], maxbids, targetbiddercodeprefix: prefix } of entries ?? []) {
    const names = one ? [one] : bidders;
    if (!names.some((code) => code.toLowerCase() === wanted)) continue;
    return [{ bidder, maxbids, ...(one && prefix !== undefined && { targetbiddercodeprefix: prefix }) }];
  }
  return undefined;
}
