/** Which bids the Go variant takes, and what it says of the others. */
import { type Refused, tellOnce } from '#src/auction/adjust/refuse.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { WARN } from '#src/auction/findings.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { BidDialect } from '../dialect.ts';
import { creatives } from './creatives.ts';

export const bids: BidDialect = {
  badPrice: (id, price) =>
    price < 0
      ? `Bid "${id}" does not contain a positive (or zero if there is a deal) 'price'`
      : `Bid "${id}" does not contain positive 'price' which is required since there is no deal set for this bid`,
  priceFirst: false,
  videoNeedsMarkup: false,
  warnOfCurrencies: () => {},
  badCurrency: () => undefined,
  report(auction, bid, { of, message }: Refused) {
    const { findings } = auction;
    if (of === 'price') findings.error(bid.bidder, CODES.unknown, message, { debugOnly: true });
    else if (of === 'seat') findings.warn(bid.bidder, WARN.alternateBidderCode, message);
    else tellOnce(auction, bid.bidder, message, of === 'currency');
  },
  fillsNative: ({ request }) => Boolean(request.app),
  nativeCode: CODES.unknown,
  dropsBadNative: false,
  stored: { areFinal: true, refusal: 'failed' },
  dsa: {
    lengthOf: (text) => Buffer.byteLength(text),
    // Who renders is compared only where both say so.
    comparesRendering: (_required, adrender) => adrender !== undefined && adrender !== null,
    nonBid: NON_BID.rejected,
    report: ({ findings }, bid, error) => findings.warn(bid.seat, WARN.dsa, `bid rejected: ${error}`),
  },
  creatives,
};
