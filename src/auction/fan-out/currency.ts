/** Bidders that bid in certain currencies only are not asked for others (Java variant, auction-exchange.md 3.15). */
import { DEFAULT_CURRENCY } from '#src/auction/adjust/currency.ts';

export const NO_COMMON_CURRENCY = 'No match between the configured currencies and bidRequest.cur';

/** Whether the bidder's currencies (none: any) and the request's have one in common. */
export function sharesCurrency(accepted: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (accepted.length === 0) return true;
  const asked = wanted && wanted.length > 0 ? wanted : [DEFAULT_CURRENCY];
  return asked.some((currency) => accepted.includes(currency));
}
