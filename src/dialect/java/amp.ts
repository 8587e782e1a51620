/** Parsing of AMP requests in the Java variant. */
import type { AmpDialect } from '../contract/amp.ts';

const storedFailed = (errors: readonly string[]): string[] => [`Stored request processing failed: ${errors.join(', ')}`];

export const amp: AmpDialect = {
  rejectsUnreadable: false,
  isBoolean: (text) => text === 'true' || text === 'false',
  // Bids and VAST by default.
  withCache: (cache) => ((cache['bids'] ?? cache['vastxml'] ?? null) === null ? { ...cache, bids: {}, vastxml: {} } : cache),
  storedFailed,
  storedUnreadable: (id) => `Can't parse Json for stored request with id ${id}`,
};
