/** The Java variant's error for params that cannot be read, of many bidders. */
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import type { SharedImp } from '../../kit/spec.ts';

/** A `badParams` hook. */
export const missingBidderExt = (_: string, { id }: SharedImp): BidderError => badInput(`Missing bidder ext in impression with id: ${id}`);
