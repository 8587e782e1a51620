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
