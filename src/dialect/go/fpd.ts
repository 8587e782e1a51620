/** Bidder-specific first-party data in the Go variant. */
import type { FpdDialect } from '../dialect.ts';

export const fpd: FpdDialect = { rules: () => ({ duplicates: 'refuse', inventory: 'given' }), aliasesInAnyCase: false };
