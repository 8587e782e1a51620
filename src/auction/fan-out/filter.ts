/** Takes out of a bidder's request what the bidder cannot handle, and says why (auction-exchange.md 3.15). */
import type { BidderError } from '#src/bidders/bidder.ts';
import { CODES, warning } from '#src/bidders/errors.ts';
import type { FanOutDialect } from '#src/dialect/dialect.ts';
import type { BidRequest, Imp } from '#src/wire/ortb.ts';
import { NO_COMMON_CURRENCY, sharesCurrency } from './currency.ts';
import type { Called } from './identity.ts';

/** Reasons of section 18 why a bidder has nothing to show for an imp. */
export const NON_BID = { error: 100, general: 200, mediaType: 202, privacy: 204, currency: 205 } as const;

export interface Sendable {
  readonly imps: Imp[];
  readonly notes: readonly BidderError[];
  /** Why the others are not there. */
  readonly code: number;
}

/** @param preferred media type for bidders that take one an imp */
export function filterRequest(
  request: BidRequest,
  imps: Imp[],
  { known: { info: facts } }: Called,
  preferred: string | undefined,
  { filter }: Pick<FanOutDialect, 'filter'>,
  isOn = true,
): Sendable {
  if (!sharesCurrency(facts.currencies, request.cur)) {
    return { imps: [], notes: [warning(NO_COMMON_CURRENCY, CODES.unknown)], code: NON_BID.currency };
  }
  return { ...filter(request, imps, facts, preferred, isOn), code: NON_BID.mediaType };
}
