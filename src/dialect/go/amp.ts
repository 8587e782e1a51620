/** Parsing of AMP requests in the Go variant. */
import type { AmpDialect } from '../contract/amp.ts';

export const amp: AmpDialect = {
  rejectsUnreadable: true,
  isBoolean: () => true,
  withCache: (cache) => ({ ...cache, bids: cache['bids'] ?? {} }),
  storedFailed: (errors) => [...errors],
  storedUnreadable: (_id, error) => error,
};
