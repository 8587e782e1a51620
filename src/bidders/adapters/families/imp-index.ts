/** Exchanges whose errors name an imp with unreadable params by its index. */
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import type { SharedImp } from '../../kit/spec.ts';

/** A `badParams` hook; partners know both spellings of `word`. */
export const badImpAt =
  (word: 'Information' | 'Infomation') =>
  (cause: string, _: SharedImp, step: 'ext' | 'params', index: number): BidderError =>
    badInput(`Invalid imp.ext${step === 'ext' ? '' : '.bidder'} for impression index ${index}. Error ${word}: ${cause}`);
