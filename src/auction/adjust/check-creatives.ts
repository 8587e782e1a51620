/** Checks of what would be shown: transparency, size, markup; before the winner is chosen, so that the next bid takes a rejected one's place (decisions row 19). */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { DsaDialect } from '#src/dialect/dialect.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { type Checks, checksOf, creativeFaults } from './creative-checks.ts';
import { checkDsa } from './dsa.ts';
import { rejectBid } from './refuse.ts';

/** Removes from all seats what the checks enforce; tells what they found. */
export function checkCreatives(auction: Auction, { config, dialect: { bids } }: Services): void {
  const checks = checksOf(config.validations, auction.account.validations, bids.creatives);
  const isOff = checks.bannerSize === 'skip' && checks.secureMarkup === 'skip';
  const imps = isOff ? undefined : new Map(auction.request.imp.map((imp) => [imp.id, imp]));
  for (const seat of auction.seats.values()) {
    seat.bids = seat.bids.filter(
      (bid) => isTransparent(auction, bid, bids.dsa) && (!imps || isFit(auction, bid, imps.get(bid.bid.impid), checks)),
    );
  }
}

function isTransparent(auction: Auction, bid: AuctionBid, dialect: DsaDialect): boolean {
  const fault = checkDsa(bid.bid, auction.request, dialect);
  if (!fault) return true;
  dialect.report(auction, bid, fault);
  rejectBid(auction, bid, dialect.nonBid);
  return false;
}

function isFit(auction: Auction, bid: AuctionBid, imp: Imp | undefined, checks: Checks): boolean {
  for (const fault of creativeFaults(bid, imp, checks, auction)) {
    checks.dialect.report(auction, bid, fault);
    if (!fault.enforced) continue;
    rejectBid(auction, bid, fault.code);
    return false;
  }
  return true;
}
