/** Errors of a failed cache service, as reported by auctions of the Go variant. */
import type { CacheServiceDialect } from '../contract/cache-service.ts';
import { shownBody } from '../shown-body.ts';

/** A JSON value's kind. */
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

export const cacheService: CacheServiceDialect = {
  unsent: ({ message }, ms, items, bytes) =>
    `Error sending the request to Prebid Cache: ${message}; Duration=${ms}ms, Items=${items}, Payload Size=${bytes}`,
  status: (uri, status, body) => `Prebid Cache call to ${uri} returned ${status}: ${shownBody(body)}`,
  unread: (why, body) => `Error interpreting Prebid Cache response: ${why}\nResponse was: ${shownBody(body)}`,
  badValue: (index, found, body) =>
    found === undefined
      ? `Prebid Cache returned a bad value at index ${index}. Error was: Key path not found. Response body was: ${shownBody(body)}`
      : `Prebid Cache returned a ${kindOf(found)} at index ${index} in: ${shownBody(body)}`,
  miscounted: () => undefined,
  namesAuction: false,
};
