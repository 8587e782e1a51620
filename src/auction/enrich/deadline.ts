/** Time limits of an auction (docs/stages/enrich.md#deadline). */
import type { HostConfig } from '#src/config/schema.ts';

/** Go variant: ms from the request's `tmax` or the host's default, limited to the host's maximum; 0: no limit. */
export function auctionTimeout(tmax: number, limits: HostConfig['auction_timeouts_ms']): number {
  if (tmax === 0 && limits.default > 0) return limits.default;
  if (limits.max > 0 && (tmax === 0 || tmax > limits.max)) return limits.max;
  return tmax;
}

/** Java variant: the request's `tmax` limited to the host's maximum, which is also the default. */
export const capTmax = (tmax: number | undefined | null, max: number): number => (typeof tmax === 'number' ? Math.min(tmax, max) : max);
