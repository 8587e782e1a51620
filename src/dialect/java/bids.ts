/** Checks of bids in the Java variant, with its messages. */

import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { reportOnce } from '#src/auction/reject-bid.ts';
import type { BidRejection } from '#src/auction/rejection.ts';
import { CODES } from '#src/bidders/errors.ts';
import { currencyError } from '#src/openrtb/currency-codes.ts';
import type { BidDialect } from '../contract/bids.ts';
import { creatives } from './creatives.ts';
import { validationMessage } from './validation-message.ts';

const seatMessage = ({ account }: Auction, { seat, bidder }: AuctionBid): string =>
  `invalid bidder code ${seat} was set by the adapter ${bidder} for the account ${account.id}`;

export const bids: BidDialect = {
  badPrice: (id) => `Dropped bid '${id}'. Does not contain a positive (or zero if there is a deal) 'price'`,
  priceFirst: true,
  videoNeedsMarkup: true,
  needsImp: true,
  warnOfCurrencies(diagnostics, bidder, named) {
    if (!named || named.length < 2) return;
    const message = `a single currency (${named[0]}) has been chosen for the request. ORTB 2.6 requires that all responses are in the same currency.`;
    diagnostics.warn(bidder, CODES.badInput, message);
  },
  badCurrency: (currency) => (currencyError(currency) ? `BidResponse currency "${currency}" is not valid` : undefined),
  checksCurrencyWithoutBids: false,
  report(auction, bid, { of, message }: BidRejection) {
    const { diagnostics } = auction;
    if (of === 'price') diagnostics.error(OWN, CODES.unknown, message, { debugOnly: true });
    else if (of === 'currency') reportOnce(auction, bid.bidder, message, true);
    else diagnostics.error(bid.bidder, CODES.invalidBid, validationMessage(bid, [of === 'seat' ? seatMessage(auction, bid) : message]));
  },
  hasReason: ({ of }) => of === 'seat',
  fillsNative: () => true,
  nativeCode: CODES.badServer,
  dropsBadNative: true,
  dropsBadMeta: false,
  stored: { areFinal: false, rejection: 'invalid' },
  dsa: {
    lengthOf: (text) => text.length,
    // Only if the object is required; a buyer that does not say counts as not rendering.
    comparesRendering: (required) => required,
    nonBid: NON_BID.dsa,
    report: ({ diagnostics }, bid, error) => diagnostics.warn(bid.bidder, CODES.invalidBid, `Bid "${bid.bid.id}": ${error}`),
  },
  creatives,
};
