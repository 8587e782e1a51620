/** A bid's own `ext.srv.meta`, which clients receive unless the adapter makes one. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { extError } from '#src/openrtb/ext-shapes.ts';
import type { AuctionBid } from '../bid.ts';

type WithMeta = Pick<AuctionBid, 'bid' | 'meta'>;

/** The bidder's own meta as received; undefined: absent, or the adapter has made one. */
function sentMeta({ meta, bid }: WithMeta): unknown {
  const own = meta || !isObject(bid.ext) ? undefined : bid.ext.srv;
  return isObject(own) ? (own.meta ?? undefined) : undefined;
}

/** Whether fields of the bidder's own meta have the wrong type. */
export function hasMalformedMeta(bid: WithMeta): boolean {
  const sent = sentMeta(bid);
  return sent !== undefined && (!isObject(sent) || extError('BidMeta', { ...sent }) !== undefined);
}

/** The bidder's own meta; undefined: absent or malformed. */
export function readableMeta(bid: WithMeta): Ext | undefined {
  const sent = sentMeta(bid);
  if (!isObject(sent)) return undefined;
  const meta = { ...sent };
  return extError('BidMeta', meta) ? undefined : meta;
}
