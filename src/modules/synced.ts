/** Whether a user is synced with a bidder, for modules. */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';

/** A live id in the `uids` cookie under the bidder's sync key; unknown codes and bidders without a syncer have none. */
export function isSynced(code: string, { uids, aliases }: Auction, { bidders, clock }: Services): boolean {
  if (aliases.has(code)) return false;
  const bidder = bidders.active(code);
  return bidder?.info.userSync !== undefined && uids.isLive(bidder.syncKey, clock.now());
}
