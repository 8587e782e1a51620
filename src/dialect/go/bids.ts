/** Checks of bids in the Go variant, with its messages. */

import { WARN } from '#src/auction/diagnostics.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import { reportOnce } from '#src/auction/reject-bid.ts';
import type { BidRejection } from '#src/auction/rejection.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { BidDialect } from '../contract/bids.ts';
import { creatives } from './creatives.ts';

export const bids: BidDialect = {
  badPrice: (id, price) =>
    price < 0
      ? `Bid "${id}" does not contain a positive (or zero if there is a deal) 'price'`
      : `Bid "${id}" does not contain positive 'price' which is required since there is no deal set for this bid`,
  priceFirst: false,
  videoNeedsMarkup: false,
  needsImp: false,
  warnOfCurrencies: () => {},
  badCurrency: () => undefined,
  checksCurrencyWithoutBids: true,
  report(auction, bid, { of, message }: BidRejection) {
    const { diagnostics } = auction;
    if (of === 'price') diagnostics.error(bid.bidder, CODES.unknown, message, { debugOnly: true });
    else if (of === 'seat') diagnostics.warn(bid.bidder, WARN.alternateBidderCode, message);
    else reportOnce(auction, bid.bidder, message, of === 'currency');
  },
  hasReason: () => false,
  fillsNative: ({ request }) => Boolean(request.app),
  nativeCode: CODES.unknown,
  dropsBadNative: false,
  dropsBadMeta: true,
  stored: { areFinal: true, rejection: 'failed' },
  dsa: {
    lengthOf: (text) => Buffer.byteLength(text),
    // The rendering parties are compared only if both sides state them.
    comparesRendering: (_required, adrender) => adrender !== undefined && adrender !== null,
    nonBid: NON_BID.rejected,
    report: ({ diagnostics }, bid, error) => diagnostics.warn(bid.seat, WARN.dsa, `bid rejected: ${error}`),
  },
  creatives,
};
