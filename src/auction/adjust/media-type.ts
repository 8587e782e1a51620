/** Media type of a bid without one: `mtype` first, then `ext.srv.type`. */
import type { MediaType } from '#src/bidders/bidder.ts';
import type { Result } from '#src/lang/result.ts';
import type { Bid } from '#src/openrtb/ortb.ts';

const BY_MTYPE: Readonly<Record<number, MediaType>> = { 1: 'banner', 2: 'video', 3: 'audio', 4: 'native' };
const KNOWN: ReadonlySet<unknown> = new Set(Object.values(BY_MTYPE));

/** The type, or an error that names the imp of a bid without a recognizable one. */
export function mediaTypeOf(bid: Pick<Bid, 'impid' | 'mtype' | 'ext'>): Result<MediaType> {
  if (!bid.mtype) return extMediaType(bid);
  const type = BY_MTYPE[bid.mtype];
  return type ? { value: type } : { error: `Failed to parse bid mType for impression "${bid.impid}"` };
}

/** The same by `ext.srv.type` alone. */
export function extMediaType(bid: Pick<Bid, 'impid' | 'ext'>): Result<MediaType> {
  const type: unknown = bid.ext?.srv?.type;
  if (KNOWN.has(type)) return { value: type as MediaType };
  const given = typeof type === 'string' ? `, invalid BidType: ${type}` : '';
  return { error: `Failed to parse bid mediatype for impression "${bid.impid}"${given}` };
}
