/** `ext.srv.bidadjustmentfactors`: one multiplier for a bidder's prices. */
import type { MediaType } from '#src/bidders/bidder.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { Factors } from './price.ts';

const NONE: Factors = { plain: new Map(), byMediaType: new Map() };

/** The request's factors, read once per auction: bidders' floors and bids use the same. */
export function factorsOf(auction: Pick<Auction, 'factors' | 'request'>): Factors {
  auction.factors ??= readFactors(auction.request.ext?.srv?.bidadjustmentfactors);
  return auction.factors;
}

/** Reads factors; values that are not positive numbers are skipped (validation has warned the caller). */
export function readFactors(value: unknown): Factors {
  if (typeof value !== 'object' || value === null) return NONE;
  const { mediatypes } = value as { mediatypes?: unknown };
  const byMediaType = new Map<string, ReadonlyMap<string, number>>();
  if (typeof mediatypes === 'object' && mediatypes !== null) {
    for (const [type, factors] of Object.entries(mediatypes)) byMediaType.set(type.toLowerCase(), readMap(factors));
  }
  return { plain: readMap(value), byMediaType };
}

function readMap(value: unknown): ReadonlyMap<string, number> {
  const factors = new Map<string, number>();
  if (typeof value !== 'object' || value === null) return factors;
  for (const [bidder, factor] of Object.entries(value)) {
    if (typeof factor === 'number' && factor > 0 && Number.isFinite(factor)) factors.set(bidder.toLowerCase(), factor);
  }
  return factors;
}

/**
 * Factor of one bid: by media type and seat, by seat, by media type and bidder, by bidder, else 1.
 * @param mediaType key from `factorMediaType`
 */
export function factorOf(factors: Factors, mediaType: string, seat: string, bidder: string): number {
  if (factors.plain.size === 0 && factors.byMediaType.size === 0) return 1;
  const ofType = factors.byMediaType.get(mediaType);
  const bySeat = seat.toLowerCase();
  const byBidder = bidder.toLowerCase();
  return ofType?.get(bySeat) ?? factors.plain.get(bySeat) ?? ofType?.get(byBidder) ?? factors.plain.get(byBidder) ?? 1;
}

/** Media type key of a bid's factor: outstream if the imp's video has no placement, or one other than 1 while `plcmt` is not 1. */
export function factorMediaType(type: MediaType | '', imp: Imp | undefined): string {
  if (type !== 'video') return type;
  const { placement, plcmt } = imp?.video ?? {};
  return placement === 1 || plcmt === 1 ? 'video' : 'video-outstream';
}
