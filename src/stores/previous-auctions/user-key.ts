/** The key of a user in the store of previous auctions. */
import { createHmac, randomBytes } from 'node:crypto';
import type { BidderUser } from '#src/auction/previous-auctions.ts';

/** A key that ends with the process. */
export const ownKey = (): string => randomBytes(32).toString('base64');

/**
 * HMAC-SHA-256 of account, bidder and the bidder's id of the user: without the secret neither ids nor equal users of two bidders can be found.
 * An alias has keys of its own, and so has a name that a request redefines.
 */
export const userKey = (secret: string, { account, bidder, core, buyeruid }: BidderUser): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([account, bidder, core, buyeruid]))
    .digest('base64url');
