/** The entries of `ext.srv.multibid` that one bidder may see. */

import { memoByObject } from '#src/lang/memo.ts';
import type { AlternateBidderCodes, MultiBid } from '#src/openrtb/ext.ts';
import { codesOfBidder } from '../alternate-codes.ts';

/** Entries of one bidder each, and their positions by its name in lower case. */
interface Index {
  readonly all: readonly MultiBid[];
  readonly byName: ReadonlyMap<string, readonly number[]>;
}

/** Lists of bidders are divided; made once per list, as both entries and bidders may be thousands. */
const indexOf = memoByObject((entries: readonly MultiBid[]): Index => {
  const all = entries.flatMap((entry) =>
    entry.bidder ? [entry] : (entry.bidders ?? []).map((name): MultiBid => ({ bidders: [name], maxbids: entry.maxbids })),
  );
  return { all, byName: Map.groupBy(all.keys(), (at) => (all[at]?.bidder || all[at]?.bidders?.[0] || '').toLowerCase()) };
});

/** Those of several names, in the order of the entries. */
function positionsOf(names: readonly string[], { all, byName }: Index): readonly number[] {
  if (names.includes('*')) return [...all.keys()];
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  return [...distinct].flatMap((name) => byName.get(name) ?? []).sort((a, b) => a - b);
}

/** Its own, and those of the codes it may bid under; lists of bidders are reduced to one name each. undefined: none. */
export function multiBidFor(
  entries: readonly MultiBid[] | null | undefined,
  bidder: string,
  codes: AlternateBidderCodes | null | undefined,
): MultiBid[] | undefined {
  if (!entries || entries.length === 0) return undefined;
  const index = indexOf(entries);
  const { all, byName } = index;
  const own = byName.get(bidder.toLowerCase());
  const allowed = codesOfBidder(codes ?? undefined, bidder)?.allowedbiddercodes ?? [];
  const positions = allowed.length === 0 ? own : positionsOf([bidder, ...allowed], index);
  return positions && positions.length > 0 ? positions.map((at) => all[at] as MultiBid) : undefined;
}

/** Java variant: the one entry for the bidder itself, under its name. */
export function ownMultiBid(entries: readonly MultiBid[] | null | undefined, bidder: string): MultiBid[] | undefined {
  if (!entries) return undefined;
  const { all, byName } = indexOf(entries);
  const own = all[byName.get(bidder.toLowerCase())?.[0] ?? -1];
  if (!own) return undefined;
  const { maxbids, targetbiddercodeprefix: prefix } = own;
  return [{ bidder, maxbids, ...(prefix !== undefined && { targetbiddercodeprefix: prefix }) }];
}
