/** Checks of creatives: transparency, size, markup, meta data; before the winner is chosen, so that the next bid replaces a rejected one. */

import type { BidDialect, DsaDialect } from '#src/dialect/contract/bids.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { impsById } from '../imps-by-id.ts';
import { rejectBid, rejectInvalidBid } from '../reject-bid.ts';
import { hasMalformedMeta } from '../response/bid-meta.ts';
import type { Services } from '../services.ts';
import { type Checks, checksOf, creativeErrors } from './creative-checks.ts';
import { checkDsa } from './dsa.ts';

/** Removes the bids that fail enforced checks from all seats; reports all failures. */
export function checkCreatives(auction: Auction, { config, dialect: { bids } }: Services): void {
  const checks = checksOf(config.validations, auction.account.validations, bids.creatives);
  const isOff = checks.bannerSize === 'skip' && checks.secureMarkup === 'skip';
  const imps = isOff ? undefined : impsById(auction);
  for (const seat of auction.seats.values()) {
    seat.bids = seat.bids.filter(
      (bid) =>
        isTransparent(auction, bid, bids.dsa) &&
        (!imps || isFit(auction, bid, imps.get(bid.bid.impid), checks)) &&
        (!bids.dropsBadMeta || isReadable(auction, bid, bids)),
    );
    if (seat.bids.length === 0) seat.isEmptied = true;
  }
}

function isReadable(auction: Auction, bid: AuctionBid, dialect: BidDialect): boolean {
  if (!hasMalformedMeta(bid)) return true;
  rejectInvalidBid(auction, bid, { of: 'field', message: `Bid "${bid.bid.id}" has malformed meta data` }, dialect);
  return false;
}

function isTransparent(auction: Auction, bid: AuctionBid, dialect: DsaDialect): boolean {
  const error = checkDsa(bid.bid, auction.request, dialect);
  if (!error) return true;
  dialect.report(auction, bid, error);
  rejectBid(auction, bid, dialect.nonBid);
  return false;
}

function isFit(auction: Auction, bid: AuctionBid, imp: Imp | undefined, checks: Checks): boolean {
  const errors = creativeErrors(bid, imp, checks, auction);
  if (errors.length === 0) return true;
  checks.dialect.report(auction, bid, errors);
  for (const { enforced, code } of errors) {
    if (enforced) {
      rejectBid(auction, bid, code);
      return false;
    }
    bid.creativeWarnings = [...(bid.creativeWarnings ?? []), code];
  }
  return true;
}
