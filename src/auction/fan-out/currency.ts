/** Skips bidders that do not bid in any of the request's currencies (Java variant). */
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';

export const NO_COMMON_CURRENCY = 'No match between the configured currencies and bidRequest.cur';

/** Whether the bidder's currencies (none: any) and the request's overlap. */
export function sharesCurrency(accepted: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (accepted.length === 0) return true;
  const requested = wanted && wanted.length > 0 ? wanted : [DEFAULT_CURRENCY];
  return requested.some((currency) => accepted.includes(currency));
}
