/** Defaults of the request that the host sets. */
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { fillTargeting } from './price-granularity.ts';

/** `tmax` and the fields of an existing `ext.srv.targeting`, in place. */
export function fillDefaults(auction: Auction, { config }: Services): void {
  const { request, account } = auction;
  const { targeting } = request.ext?.srv ?? {};
  if (targeting) fillTargeting(targeting, account.price_granularity);
  if (!request.tmax && config.tmax_default > 0) request.tmax = config.tmax_default;
}
