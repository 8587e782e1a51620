/** What the request leaves open and the host decides (auction-request.md section 8). */
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { fillTargeting } from './price-granularity.ts';

/** `tmax` and the members of an existing `ext.srv.targeting`, in place. */
export function fillDefaults(auction: Auction, { config }: Services): void {
  const { request } = auction;
  const { targeting } = request.ext?.srv ?? {};
  if (targeting) fillTargeting(targeting);
  if (!request.tmax && config.tmax_default > 0) request.tmax = config.tmax_default;
}
