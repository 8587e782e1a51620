/** Responses in the Go variant. */

import { cachedBid } from '#src/auction/cache/plan.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { returnsCreatives } from '#src/auction/enrich/cache-instructions.ts';
import { currencyOfSeats } from '#src/auction/respond/bids.ts';
import { jsonClientResponse } from '#src/auction/response/client-response.ts';
import type { Services } from '#src/auction/services.ts';
import { eventsAllowed } from '#src/auction/target/events.ts';
import { vastOf } from '#src/vast/wrapper.ts';
import type { ResponseDialect } from '../contract/response.ts';
import { categories } from './categories.ts';
import { customTargeting } from './custom-targeting.ts';
import { dealTiers } from './deal-tiers.ts';
import { hookReport } from './hook-report.ts';

/** No-bid reason: invalid request, used if there is no bidder to call. */
const NO_CALLS = 2;

/** Content type that lets an AMP page read the response without a preflight. */
const TEXT_PLAIN = 'text/plain; charset=utf-8';

export const response: ResponseDialect<Services> = {
  withoutBids: (id, nbr) => ({ id, nbr }),
  alwaysHasSeats: false,
  // Stored auction responses state none.
  currency: (auction) => (auction.storedAuctionResponses.size > 0 ? undefined : currencyOfSeats(auction)),
  noBidReason: ({ outcomes, tasks, storedAuctionResponses }) =>
    outcomes.length === 0 && tasks.length === 0 && storedAuctionResponses.size === 0 ? NO_CALLS : undefined,
  reportMissingVideos: () => {},
  // Includes seats, empty, that lost their bids because of content.
  hasSeat: ({ bids, isEmptied }) => bids.length > 0 || isEmptied === true,
  seatGroup: undefined,
  shownBid: (bid) => bid,
  includesCreative: (_bid, caching) => returnsCreatives(caching),
  customTargeting,
  namesCacheAlways: true,
  dealTiers,
  timestamp: ({ startedAt }) => startedAt,
  events(auction) {
    const allowed = eventsAllowed(auction.account, auction.request.ext?.srv?.events);
    return { urls: allowed, withAuction: false, vast: allowed };
  },
  categories,
  // Bidders' keys are included by default, so they say nothing about a request for winners only.
  cachesAll: (targeting, caching) => targeting?.includeBidderKeys === true && !caching.winningOnly,
  isWorthCaching: () => true,
  cachedJson: (bid) => cachedBid(bid),
  cachedVast: (bid) => vastOf(bid),
  cacheErrorsOf: OWN,
  // As calls without a response.
  shownCall: (_outcome, shown) => (shown.status < 200 || shown.status >= 400 ? { ...shown, responsebody: '', status: 0 } : shown),
  showsCacheCall: false,
  alwaysWarns: false,
  // Only if a bidder was called.
  showsOwnErrors: ({ outcomes }) => outcomes.length > 0,
  listsImps: false,
  showsCacheTime: false,
  nonBids: ({ nonBids }) => nonBids.filter(({ isUncoded }) => !isUncoded),
  tracesActivities: false,
  ampTargeting: (ofBids, ofResponse) => ({ ...ofResponse, ...ofBids }),
  ampClientResponse(targeting, ext, auction, services) {
    const body = { targeting, ...(Object.keys(ext).length > 0 ? { ext } : {}), ortb2: { ext } };
    const clientResponse = jsonClientResponse(body, auction, services, TEXT_PLAIN);
    return { ...clientResponse, body: `${clientResponse.body}\n` };
  },
  hookReport,
};
