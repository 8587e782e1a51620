/** Removes from a bidder's request what the bidder does not support, and reports why. */
import type { BidderError } from '#src/bidders/bidder.ts';
import { CODES, warning } from '#src/bidders/errors.ts';
import type { Rules } from '#src/config/rule-set.ts';
import type { FanOutDialect } from '#src/dialect/contract/fan-out.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { NON_BID } from '../non-bid.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import type { Called } from './identity.ts';

export interface Sendable {
  readonly imps: Imp[];
  readonly notes: readonly BidderError[];
  /** Reason code of the removed imps. */
  readonly code: number;
}

/** The services of the filter. */
interface FilterServices {
  readonly dialect: { readonly fanOut: Pick<FanOutDialect, 'filter'> };
  readonly config: { readonly rules: Pick<Rules, 'filterMediaTypes'> };
}

const NO_COMMON_CURRENCY = 'No match between the configured currencies and bidRequest.cur';

/** Whether the bidder's currencies (none: any) and the request's overlap. */
export function sharesCurrency(accepted: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (accepted.length === 0) return true;
  const requested = wanted && wanted.length > 0 ? wanted : [DEFAULT_CURRENCY];
  return requested.some((currency) => accepted.includes(currency));
}

/** @param preferred media type for bidders that accept one per imp */
export function filterRequest(
  request: BidRequest,
  imps: Imp[],
  { known: { info } }: Called,
  preferred: string | undefined,
  { dialect, config }: FilterServices,
): Sendable {
  if (!sharesCurrency(info.currencies, request.cur)) {
    return { imps: [], notes: [warning(NO_COMMON_CURRENCY, CODES.unknown)], code: NON_BID.currency };
  }
  return { ...dialect.fanOut.filter(request, imps, info, preferred, config.rules.filterMediaTypes), code: NON_BID.mediaType };
}
