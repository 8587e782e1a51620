/** Normalizes `ext.srv.multibid`. */
import { bounded, MAX_MESSAGE } from '#src/lang/bounded.ts';
import type { MultiBid } from '#src/openrtb/ext.ts';

export const MIN_BIDS = 1;
export const MAX_BIDS = 9;

/** An entry as messages print it, as far as a response shows them. */
const show = ({ bidder = '', bidders = [], maxbids, targetbiddercodeprefix = '' }: MultiBid): string =>
  bounded(
    `{Bidder:${bidder}, Bidders:[${bidders.join(' ')}], MaxBids:${maxbids ?? '<nil>'}, TargetBidderCodePrefix:${targetbiddercodeprefix}}`,
    MAX_MESSAGE,
  );

/** The valid entries, with one warning per problem. The given entries are not modified. */
export function normaliseMultibid(given: readonly MultiBid[] | null | undefined): {
  readonly entries: MultiBid[];
  readonly warnings: string[];
} {
  const entries: MultiBid[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  for (const entry of given ?? []) {
    const retained = normaliseEntry({ ...entry }, seen, warnings);
    if (retained) entries.push(retained);
  }
  return { entries, warnings };
}

function normaliseEntry(entry: MultiBid, seen: Set<string>, warnings: string[]): MultiBid | undefined {
  if (entry.maxbids === undefined || entry.maxbids === null) {
    warnings.push(`maxBids not defined for ${show(entry)}`);
    return undefined;
  }
  if (entry.maxbids < MIN_BIDS) {
    warnings.push(`invalid maxBids value, using minimum ${MIN_BIDS} limit for ${show(entry)}`);
    entry.maxbids = MIN_BIDS;
  } else if (entry.maxbids > MAX_BIDS) {
    warnings.push(`invalid maxBids value, using maximum ${MAX_BIDS} limit for ${show(entry)}`);
    entry.maxbids = MAX_BIDS;
  }
  if (entry.bidder) return forOne(entry, entry.bidder, seen, warnings);
  if (entry.bidders && entry.bidders.length > 0) return forSeveral(entry, entry.bidders, seen, warnings);
  warnings.push(`bidder(s) not specified for ${show(entry)}`);
  return undefined;
}

const alreadyDefined = (bidder: string, shown: string): string => `multiBid already defined for ${bidder}, ignoring this instance ${shown}`;

function forOne(entry: MultiBid, bidder: string, seen: Set<string>, warnings: string[]): MultiBid | undefined {
  if (seen.has(bidder)) {
    warnings.push(alreadyDefined(bidder, show(entry)));
    return undefined;
  }
  seen.add(bidder);
  if (!entry.bidders || entry.bidders.length === 0) return entry;
  warnings.push(`ignoring bidders from ${show(entry)}`);
  const { bidders: _ignored, ...retained } = entry;
  return retained;
}

function forSeveral(entry: MultiBid, bidders: readonly string[], seen: Set<string>, warnings: string[]): MultiBid | undefined {
  const [left, repeated]: [string[], string[]] = [[], []];
  for (const bidder of bidders) {
    (seen.has(bidder) ? repeated : left).push(bidder);
    seen.add(bidder);
  }
  // Printed once: an entry may repeat thousands of bidders.
  const shown = repeated.length === 0 ? '' : show(entry);
  for (const bidder of repeated) warnings.push(alreadyDefined(bidder, shown));
  if (left.length === 0) return undefined;
  if (!entry.targetbiddercodeprefix) return { ...entry, bidders: left };
  warnings.push(`ignoring targetbiddercodeprefix for ${show(entry)}`);
  const { targetbiddercodeprefix: _ignored, ...retained } = entry;
  return { ...retained, bidders: left };
}
