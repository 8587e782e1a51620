/** `bid.ext` of the response: the bidder's own, with `srv` made by this server. */

import { isObject } from '#src/json/merge.ts';
import type { BidExt, BidSrv, Ext } from '#src/openrtb/ext.ts';
import { extFields } from '#src/openrtb/ext-shapes.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import type { ImpContext } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { readableMeta } from './bid-meta.ts';

/** Allowed fields of `meta`; others from a bidder are dropped. */
const META = extFields('BidMeta');

/** Copies fields unchanged; none of them may reach the prototype. */
function copyFields(from: DeepReadonly<Ext>, to: Ext): void {
  for (const field of Object.keys(from)) if (field !== '__proto__') to[field] = from[field];
}

/** The adapter's meta, else the bidder's own `ext` value; always with the code of the adapter behind the bidder. */
function metaOf(bid: AuctionBid): Ext {
  const meta: Ext = {};
  const sent = readableMeta(bid);
  if (bid.meta) copyFields(bid.meta, meta);
  else if (sent) for (const field of META) if (sent[field] !== undefined) meta[field] = sent[field];
  meta['adaptercode'] = bid.core;
  return meta;
}

/** Video attributes of the stored imp, if the imp requests their echo. */
const storedVideo = (imp: ImpContext | undefined): unknown => (imp?.echoVideoAttrs ? imp.storedImp?.['video'] : undefined);

/** Data added by the cache, available only after its ids are known. */
export interface ReportedLater {
  readonly cache?: Ext | undefined;
}

/** `ext` of a returned bid; fields without a value are omitted. The bidder's own `ext.srv` is replaced. */
export function bidExt(bid: AuctionBid, imp: ImpContext | undefined, later: ReportedLater = {}): BidExt {
  const ext: BidExt = {};
  if (isObject(bid.bid.ext)) copyFields(bid.bid.ext, ext);
  if (bid.originalPrice >= 0) ext.origbidcpm = bid.originalPrice;
  if (bid.originalCurrency) ext.origbidcur = bid.originalCurrency;
  ext.srv = srvOf(bid, imp, later);
  return ext;
}

function srvOf(bid: AuctionBid, imp: ImpContext | undefined, { cache }: ReportedLater): BidSrv {
  const srv: BidSrv = {};
  if (bid.type) srv.type = bid.type;
  srv.meta = metaOf(bid);
  if (bid.video) srv.video = bid.video as Ext;
  if (bid.generatedId) srv.bidid = bid.generatedId;
  if (bid.dealPriority) srv.dealpriority = bid.dealPriority;
  if (bid.dealTierSatisfied) srv.dealtiersatisfied = true;
  if (bid.targetBidderCode) srv.targetbiddercode = bid.targetBidderCode;
  if (bid.targeting) srv.targeting = bid.targeting;
  if (bid.rank) srv.rank = bid.rank;
  if (bid.events) srv.events = bid.events;
  if (bid.floors) srv.floors = bid.floors;
  if (cache) srv.cache = cache;
  const stored = storedVideo(imp);
  if (stored !== undefined) srv.storedrequestattributes = stored;
  if (imp?.passthrough !== undefined) srv.passthrough = imp.passthrough;
  return srv;
}
