/** How long an auction may take (auction-request.md 15; decisions row 7). */
import type { HostConfig } from '#src/config/schema.ts';

/** Go variant: ms from the request's `tmax`, the host's default where it has none, cut to the host's longest; 0: no end. */
export function auctionTimeout(tmax: number, limits: HostConfig['auction_timeouts_ms']): number {
  if (tmax === 0 && limits.default > 0) return limits.default;
  if (limits.max > 0 && (tmax === 0 || tmax > limits.max)) return limits.max;
  return tmax;
}

/** Java variant: the request's `tmax` cut to the host's longest, which also stands for an absent one. */
export const capTmax = (tmax: number | undefined | null, max: number): number => (typeof tmax === 'number' ? Math.min(tmax, max) : max);

/**
 * The `tmax` the request goes on with. Go variant: the host's default for an absent one, no cap (that only shortens the deadline);
 * Java variant: capped, so that there always is one.
 */
export function effectiveTmax(tmax: number | undefined, config: HostConfig): number | undefined {
  if (config.variant === 'java') return capTmax(tmax || undefined, config.auction.biddertmax.max);
  return tmax || config.tmax_default || undefined;
}

/** ms the auction may take in all; undefined: no end. */
export function timeLimit(tmax: number | undefined, config: HostConfig): number | undefined {
  if (config.variant === 'java') return tmax;
  return auctionTimeout(tmax ?? 0, config.auction_timeouts_ms) || undefined;
}
