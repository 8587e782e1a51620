/** The imps of an auction by id. */
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from './auction.ts';

/** Built once per list of imps: no state after `fanOut` changes the list. */
export function impsById(auction: Pick<Auction, 'impIndex' | 'request'>): ReadonlyMap<string, Imp> {
  const { imp: imps } = auction.request;
  if (auction.impIndex?.imps === imps) return auction.impIndex.byId;
  const byId = new Map(imps.map((imp) => [imp.id, imp]));
  auction.impIndex = { imps, byId };
  return byId;
}
