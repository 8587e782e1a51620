/** Defaults of the request that the host sets. */
import type { Auction } from '../auction.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import type { Services } from '../services.ts';
import { fillTargeting } from './price-granularity.ts';

/** `tmax`, the currency and the fields of an existing `ext.srv.targeting`, in place. No `cur` means US dollars to bidders. */
export function fillDefaults(auction: Auction, { config }: Services): void {
  const { request, account } = auction;
  const { ad_server_currency: currency } = config;
  const { targeting } = request.ext?.srv ?? {};
  if (targeting) fillTargeting(targeting, account.price_granularity);
  if (!request.cur?.length && currency !== '' && currency !== DEFAULT_CURRENCY) request.cur = [currency];
  if (!request.tmax && config.tmax_default > 0) request.tmax = config.tmax_default;
}
