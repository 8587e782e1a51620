/** How the Java variant reads an AMP page's call. */
import type { AmpDialect } from '../dialect.ts';

const storedFailed = (errors: readonly string[]): string[] => [`Stored request processing failed: ${errors.join(', ')}`];

export const amp: AmpDialect = {
  rejectsUnreadable: false,
  isSwitch: (text) => text === 'true' || text === 'false',
  // Bids and VAST where nothing is said of either.
  withCache: (cache) => ((cache['bids'] ?? cache['vastxml'] ?? null) === null ? { ...cache, bids: {}, vastxml: {} } : cache),
  storedFailed,
  storedUnreadable: (id) => `Can't parse Json for stored request with id ${id}`,
};
