/** The format of validation errors of the Java variant's response validator. */
import type { AuctionBid } from '#src/auction/bid.ts';

/** All messages about one bid as one, errors first. */
export function validationMessage({ bid }: Pick<AuctionBid, 'bid'>, errors: readonly string[], warnings: readonly string[] = []): string {
  const messages = [...errors.map((message) => `Error: ${message}`), ...warnings.map((message) => `Warning: ${message}`)];
  return `BidId \`${bid.id ?? null}\` validation messages: ${messages.join('. ')}`;
}
