/** Which bids the Java variant takes, and what it says of the others. */
import { type Refused, tellOnce } from '#src/auction/adjust/refuse.ts';
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { OWN } from '#src/auction/findings.ts';
import { CODES } from '#src/bidders/errors.ts';
import { currencyFault } from '#src/wire/currency-codes.ts';
import type { BidDialect } from '../dialect.ts';
import { creatives } from './creatives.ts';
import { validationText } from './validation-text.ts';

const seatText = ({ account }: Auction, { seat, bidder }: AuctionBid): string =>
  `invalid bidder code ${seat} was set by the adapter ${bidder} for the account ${account.id}`;

export const bids: BidDialect = {
  badPrice: (id) => `Dropped bid '${id}'. Does not contain a positive (or zero if there is a deal) 'price'`,
  priceFirst: true,
  videoNeedsMarkup: true,
  warnOfCurrencies(findings, bidder, named) {
    if (!named || named.length < 2) return;
    const text = `a single currency (${named[0]}) has been chosen for the request. ORTB 2.6 requires that all responses are in the same currency.`;
    findings.warn(bidder, CODES.badInput, text);
  },
  badCurrency: (currency) => (currencyFault(currency) ? `BidResponse currency "${currency}" is not valid` : undefined),
  report(auction, bid, { of, message }: Refused) {
    const { findings } = auction;
    if (of === 'price') findings.error(OWN, CODES.unknown, message, { debugOnly: true });
    else if (of === 'currency') tellOnce(auction, bid.bidder, message, true);
    else findings.error(bid.bidder, CODES.invalidBid, validationText(bid, of === 'seat' ? seatText(auction, bid) : message));
  },
  fillsNative: () => true,
  nativeCode: CODES.badServer,
  dropsBadNative: true,
  stored: { areFinal: false, refusal: 'invalid' },
  dsa: {
    lengthOf: (text) => text.length,
    // Only where the object is required, and a silent buyer counts as not rendering.
    comparesRendering: (required) => required,
    nonBid: NON_BID.dsa,
    report: ({ findings }, bid, error) => findings.warn(bid.bidder, CODES.invalidBid, `Bid "${bid.bid.id}": ${error}`),
  },
  creatives,
};
