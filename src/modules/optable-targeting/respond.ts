/** Adds the audience's keys to the targeting of every bid. */
import { isObject } from '#src/json/merge.ts';
import { objects } from '#src/json/values.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';

/** Why bids have no keys. */
export type Reason = 'none' | 'nobid' | 'nokeyword';

/** Targeting keys of an audience: ids by keyspace; entries without ids or keyspace are skipped, the first of a keyspace counts. */
function keysOf(audience: unknown): { [key: string]: string } {
  const keys = new Map<string, string>();
  for (const entry of objects(audience)) {
    const { keyspace, ids } = entry;
    const idStrings = Array.isArray(ids)
      ? ids.flatMap((item) => (isObject(item) && typeof item['id'] === 'string' ? [item['id']] : []))
      : [];
    if (typeof keyspace === 'string' && keyspace !== '' && idStrings.length > 0 && !keys.has(keyspace))
      keys.set(keyspace, idStrings.join(','));
  }
  return Object.fromEntries(keys);
}

const hasIds = (audience: unknown): boolean =>
  Array.isArray(audience) && audience.some((entry) => isObject(entry) && Array.isArray(entry['ids']) && entry['ids'].length > 0);

/** Adds the keys in place. @returns `none` if they were added */
export function addKeys(response: BidResponse, audience: unknown): Reason {
  if (!hasIds(audience)) return 'nokeyword';
  const bids = (response.seatbid ?? []).flatMap(({ bid }) => bid);
  if (bids.length === 0) return 'nobid';
  const keys = keysOf(audience);
  if (Object.keys(keys).length === 0) return 'none';
  for (const bid of bids) {
    const srv = bid.ext?.srv;
    bid.ext = { ...bid.ext, srv: { ...srv, targeting: { ...srv?.targeting, ...keys } } };
  }
  return 'none';
}
