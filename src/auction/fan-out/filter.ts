/** Takes out of a bidder's request what the bidder cannot handle, and says why (auction-exchange.md 3.15). */
import type { BidderError } from '#src/bidders/bidder.ts';
import { CODES, warning } from '#src/bidders/errors.ts';
import type { BidRequest, Imp } from '#src/wire/ortb.ts';
import { filterByCapabilities } from './capabilities.ts';
import { NO_COMMON_CURRENCY, sharesCurrency } from './currency.ts';
import { filterLikeJava } from './filter-java.ts';
import type { Called } from './identity.ts';
import { keepOneFormat } from './multi-format.ts';

/** Reasons of section 18 why a bidder has nothing to show for an imp. */
export const NON_BID = { error: 100, general: 200, mediaType: 202, privacy: 204, currency: 205 } as const;

export interface Sendable {
  readonly imps: Imp[];
  readonly notes: readonly BidderError[];
  /** Why the others are not there. */
  readonly code: number;
}

/**
 * @param preferred media type for bidders that take one an imp
 * @param filters whether the Java variant looks at media types
 */
export function filterRequest(
  request: BidRequest,
  imps: Imp[],
  { known: { info: facts } }: Called,
  preferred: string | undefined,
  variant: 'go' | 'java' = 'go',
  filters = true,
): Sendable {
  if (!sharesCurrency(facts.currencies, request.cur)) {
    return { imps: [], notes: [warning(NO_COMMON_CURRENCY, CODES.unknown)], code: NON_BID.currency };
  }
  if (variant === 'java' && !filters) return { imps, notes: [], code: NON_BID.mediaType };
  if (variant === 'java') return { ...filterLikeJava(request, imps, facts, preferred), code: NON_BID.mediaType };
  const supported = filterByCapabilities(request, imps, facts);
  if (facts.openrtb.multiformatSupported || supported.imps.length === 0) return { ...supported, code: NON_BID.mediaType };
  const single = keepOneFormat(supported.imps, preferred);
  return { imps: single.imps, notes: [...supported.notes, ...single.notes], code: NON_BID.mediaType };
}
