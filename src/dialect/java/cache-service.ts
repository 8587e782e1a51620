/** Errors of a failed cache service, as reported by auctions of the Java variant. */
import type { CacheServiceDialect } from '../contract/cache-service.ts';
import { shownBody } from '../shown-body.ts';

export const cacheService: CacheServiceDialect = {
  unsent: ({ message, timedOut }) => (timedOut ? 'Timeout has been exceeded' : message),
  status: (_, status) => `HTTP status code ${status}`,
  unread: (_, body) => `Cannot parse response: ${shownBody(body)}`,
  badValue: (_, __, body) => `Cannot parse response: ${shownBody(body)}`,
  miscounted: () => "The number of response cache objects doesn't match with bids",
  namesAuction: true,
};
