/** The format of validation errors of the Java variant's response validator. */
import type { AuctionBid } from '#src/auction/auction.ts';

export const validationMessage = ({ bid }: Pick<AuctionBid, 'bid'>, message: string, word: 'Error' | 'Warning' = 'Error'): string =>
  `BidId \`${bid.id}\` validation messages: ${word}: ${message}.`;
