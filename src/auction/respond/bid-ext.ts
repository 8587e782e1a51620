/** `bid.ext` of the answer: what the bidder sent, with `srv` made by this server (auction-exchange.md 14, decisions rows 5 and 22). */
import type { BidExt, BidSrv, Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { DeepReadonly } from '#src/wire/ortb.ts';
import type { AuctionBid, ImpFacts } from '../auction.ts';

/** Members `meta` may have; others a bidder put there are left out. */
const META = [
  'advertiserDomains',
  'advertiserId',
  'advertiserName',
  'agencyId',
  'agencyName',
  'brandId',
  'brandName',
  'dchain',
  'demandSource',
  'mediaType',
  'networkId',
  'networkName',
  'primaryCatId',
  'rendererName',
  'rendererVersion',
  'rendererData',
  'rendererUrl',
  'secondaryCatIds',
  'seat',
] as const;

/** Members as they are; none of them may reach the prototype. */
function copyMembers(from: DeepReadonly<Ext>, to: Ext): void {
  for (const member of Object.keys(from)) if (member !== '__proto__') to[member] = from[member];
}

/** The adapter's meta, else what the bidder put into its own ext; always with the code of the adapter behind the bidder. */
function metaOf({ meta, bid, core }: AuctionBid): Ext {
  const own = isObject(bid.ext) ? bid.ext.srv : undefined;
  const sent = isObject(own) && isObject(own.meta) ? own.meta : undefined;
  const made: Ext = {};
  if (meta) copyMembers(meta, made);
  else if (sent) for (const member of META) if (sent[member] !== undefined) made[member] = sent[member];
  made['adaptercode'] = core;
  return made;
}

/** Video attributes of the stored imp, where the imp wants them echoed. */
const storedVideo = (imp: ImpFacts | undefined): unknown => (imp?.echoVideoAttrs ? imp.storedImp?.['video'] : undefined);

/** What the cache added; only known once its ids are. */
export interface ToldLater {
  readonly cache?: Ext | undefined;
}

/** The bid as far as the Java variant tells of it: no priority of its deal, of its video only what is known. */
export function asJavaTells(bid: AuctionBid): AuctionBid {
  const { dealPriority, video } = bid;
  if (!dealPriority && !video) return bid;
  const known = video && Object.fromEntries(Object.entries(video).filter(([, value]) => value));
  return { ...bid, dealPriority: undefined, video: known as AuctionBid['video'] };
}

/** `ext` of a returned bid; members without a value are left out. The bidder's own `ext.srv` is replaced. */
export function bidExt(bid: AuctionBid, imp: ImpFacts | undefined, later: ToldLater = {}): BidExt {
  const ext: BidExt = {};
  if (isObject(bid.bid.ext)) copyMembers(bid.bid.ext, ext);
  if (bid.originalPrice >= 0) ext.origbidcpm = bid.originalPrice;
  if (bid.originalCurrency) ext.origbidcur = bid.originalCurrency;
  ext.srv = srvOf(bid, imp, later);
  return ext;
}

function srvOf(bid: AuctionBid, imp: ImpFacts | undefined, { cache }: ToldLater): BidSrv {
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
