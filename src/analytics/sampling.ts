/**
 * Sampling of auctions for a module. The request's id decides instead of chance, so an auction's wins and impressions get the same
 * decision.
 */

const PRIME = 0x01000193;
const OFFSET = 0x811c9dc5;

/** Uniform over 0 to 1 and stable per key: FNV-1a with a final mixing step. */
export function shareOf(key: string): number {
  let hash = OFFSET;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** @param share 0: none, 1: all */
export const isSampled = (share: number, key: string): boolean => share >= 1 || (share > 0 && shareOf(key) < share);

/** Callers that reuse a request id are distinguished by time. */
export const auctionKey = (requestId: string, startedAt: number): string => `${requestId}\n${startedAt}`;
