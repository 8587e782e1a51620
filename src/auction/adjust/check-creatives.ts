/** Checks of what would be shown: transparency, size, markup; before the winner is chosen, so that the next bid takes a rejected one's place (decisions row 19). */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { WARN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { type Checks, checksOf, creativeFaults, type Fault } from './creative-checks.ts';
import { checkDsa } from './dsa.ts';
import { rejectBid, validationText } from './refuse.ts';

/** Removes from all seats what the checks enforce; tells what they found. */
export function checkCreatives(auction: Auction, { config }: Services): void {
  const { variant, validations } = config;
  const checks = checksOf(validations, auction.account.validations, variant);
  const isOff = checks.bannerSize === 'skip' && checks.secureMarkup === 'skip';
  const imps = isOff ? undefined : new Map(auction.request.imp.map((imp) => [imp.id, imp]));
  for (const seat of auction.seats.values()) {
    seat.bids = seat.bids.filter(
      (bid) => isTransparent(auction, bid, variant) && (!imps || isFit(auction, bid, imps.get(bid.bid.impid), checks)),
    );
  }
}

function isTransparent(auction: Auction, bid: AuctionBid, variant: 'go' | 'java'): boolean {
  const fault = checkDsa(bid.bid, auction.request, variant);
  if (!fault) return true;
  if (variant === 'go') auction.findings.warn(bid.seat, WARN.dsa, `bid rejected: ${fault}`);
  else auction.findings.warn(bid.bidder, CODES.invalidBid, `Bid "${bid.bid.id}": ${fault}`);
  rejectBid(auction, bid, variant === 'go' ? NON_BID.rejected : NON_BID.dsa);
  return false;
}

function isFit(auction: Auction, bid: AuctionBid, imp: Imp | undefined, checks: Checks): boolean {
  for (const fault of creativeFaults(bid, imp, checks, auction)) {
    tell(auction, bid, fault, checks.variant);
    if (!fault.enforced) continue;
    rejectBid(auction, bid, fault.code);
    return false;
  }
  return true;
}

function tell({ findings }: Auction, bid: AuctionBid, { message, enforced }: Fault, variant: 'go' | 'java'): void {
  if (variant === 'go') findings.error(bid.seat, CODES.badServer, message);
  else findings.error(bid.bidder, CODES.invalidBid, validationText(bid, message, enforced ? 'Error' : 'Warning'));
}
