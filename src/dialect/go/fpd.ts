/** Bidder-specific first-party data in the Go variant. */
import type { FpdDialect } from '../contract/fpd.ts';

export const fpd: FpdDialect = {
  rules: () => ({ duplicates: 'reject', inventory: 'given', hasWildcard: false, removesEmptyContent: false }),
  aliasesInAnyCase: false,
  coversImps: false,
};
