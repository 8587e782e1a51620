/** The form of what the Java variant's validator of responses found. */
import type { AuctionBid } from '#src/auction/auction.ts';

export const validationText = ({ bid }: Pick<AuctionBid, 'bid'>, message: string, word: 'Error' | 'Warning' = 'Error'): string =>
  `BidId \`${bid.id}\` validation messages: ${word}: ${message}.`;
