/** What auctions of the Java variant say of a cache service that failed them (auction-exchange.md 13.4). */
import type { CacheServiceDialect } from '../dialect.ts';
import { shownBody } from '../shown-body.ts';

export const cacheService: CacheServiceDialect = {
  unsent: ({ message, timedOut }) => (timedOut ? 'Timeout has been exceeded' : message),
  status: (_, status) => `HTTP status code ${status}`,
  unread: (_, body) => `Cannot parse response: ${shownBody(body)}`,
  badValue: (_, __, body) => `Cannot parse response: ${shownBody(body)}`,
  miscounted: () => "The number of response cache objects doesn't match with bids",
  namesAuction: true,
};
