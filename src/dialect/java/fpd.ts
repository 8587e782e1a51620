/** Bidder-specific first-party data in the Java variant. */
import type { FpdDialect } from '../contract/fpd.ts';

export const fpd: FpdDialect = {
  rules: (isStrict) => ({ duplicates: 'first', inventory: isStrict ? 'strict' : 'first', hasWildcard: true, removesEmptyContent: true }),
  aliasesInAnyCase: true,
  coversImps: true,
};
