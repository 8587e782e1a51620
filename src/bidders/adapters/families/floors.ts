/** The Java variant's message for a floor in a currency without a rate. */
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import type { SharedImp } from '../../kit/spec.ts';

export const notConverted = (from: string, _: string, { id }: SharedImp): BidderError =>
  badInput(`Unable to convert provided bid floor currency from ${from} to USD for imp \`${id}\``);
