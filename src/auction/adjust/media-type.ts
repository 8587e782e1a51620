/** Media type of a bid without one: `mtype` first, then `ext.srv.type`. */
import type { MediaType } from '#src/bidders/bidder.ts';
import type { Bid } from '#src/openrtb/ortb.ts';

const BY_MTYPE: Readonly<Record<number, MediaType>> = { 1: 'banner', 2: 'video', 3: 'audio', 4: 'native' };
const KNOWN: ReadonlySet<unknown> = new Set(Object.values(BY_MTYPE));

/** @throws Error naming the imp of a bid without a recognizable type */
export function mediaTypeOf(bid: Pick<Bid, 'impid' | 'mtype' | 'ext'>): MediaType {
  if (!bid.mtype) return extMediaType(bid);
  const type = BY_MTYPE[bid.mtype];
  if (!type) throw new Error(`Failed to parse bid mType for impression "${bid.impid}"`);
  return type;
}

/** By `ext.srv.type` alone. @throws Error naming the imp of a bid without a recognizable type */
export function extMediaType(bid: Pick<Bid, 'impid' | 'ext'>): MediaType {
  const type: unknown = bid.ext?.srv?.type;
  if (KNOWN.has(type)) return type as MediaType;
  const given = typeof type === 'string' ? `, invalid BidType: ${type}` : '';
  throw new Error(`Failed to parse bid mediatype for impression "${bid.impid}"${given}`);
}
