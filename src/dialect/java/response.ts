/** Responses in the Java variant. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import { cachedBid } from '#src/auction/cache/plan.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { bidExt } from '#src/auction/response/bid-ext.ts';
import { jsonClientResponse } from '#src/auction/response/client-response.ts';
import { countedOnce } from '#src/auction/seat-non-bids.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import { isObject } from '#src/json/merge.ts';
import { bareWrapper } from '#src/vast/wrapper.ts';
import type { ResponseDialect } from '../contract/response.ts';
import { categories } from './categories.ts';
import { customTargeting } from './custom-targeting.ts';
import { dealTiers } from './deal-tiers.ts';
import { events } from './event-urls.ts';
import { hookReport } from './hook-report.ts';

/** No-bid reason: unknown. */
const NO_REASON = 0;

/** Omits the priority of its deal and unknown video data. */
function shownBid(bid: AuctionBid): AuctionBid {
  const { dealPriority, video } = bid;
  if (!dealPriority && !video) return bid;
  const known = video && Object.fromEntries(Object.entries(video).filter(([, value]) => value));
  return { ...bid, dealPriority: undefined, video: known as AuctionBid['video'] };
}

/** The request's own, else the start of the auction. */
function timestamp({ request, startedAt }: Auction): number {
  const requested = request.ext?.srv?.auctiontimestamp;
  return typeof requested === 'number' && requested > 0 ? requested : startedAt;
}

export const response: ResponseDialect<Services> = {
  withoutBids: (id) => ({ id, seatbid: [] }),
  alwaysHasSeats: true,
  currency: (_auction, named, standard) => named ?? standard,
  noBidReason: () => NO_REASON,
  reportMissingVideos({ imps, diagnostics }) {
    for (const [id, { echoVideoAttrs, storedImp }] of imps) {
      if (!echoVideoAttrs || !storedImp || isObject(storedImp['video'])) continue;
      diagnostics.error(OWN, CODES.unknown, `No stored video found for Imp with id ${id}`);
    }
  },
  hasSeat: ({ bids }) => bids.length > 0,
  seatGroup: 0,
  shownBid,
  includesCreative: ({ cacheId, vastCacheId }, caching) =>
    !(cacheId && caching.returnBids === false) && !(vastCacheId && caching.returnVast === false),
  customTargeting,
  namesCacheAlways: false,
  dealTiers,
  events,
  timestamp,
  categories,
  cachesAll: (targeting, caching) => targeting?.includeBidderKeys || !caching.winningOnly,
  // Bids with a price; free ones only with a deal.
  isWorthCaching: ({ price, dealid }) => price > 0 || (price === 0 && Boolean(dealid)),
  cachedJson(bid, imp) {
    const plain = { ...shownBid(bid), targeting: undefined, targetBidderCode: undefined, rank: undefined };
    return cachedBid({ ...bid, bid: { ...bid.bid, ext: bidExt(plain, imp) } });
  },
  cachedVast: ({ adm, nurl = '' }) => adm || bareWrapper(nurl),
  cacheErrorsOf: 'cache',
  shownCall({ stored, response: bidderResponse }, { responsebody, status, ...sent }) {
    if (stored) return { ...sent, responsebody, status, calltype: 'stored-bid-response-call' };
    return bidderResponse ? { ...sent, responsebody, status } : sent;
  },
  showsCacheCall: true,
  alwaysWarns: true,
  showsOwnErrors: () => true,
  listsImps: true,
  showsCacheTime: true,
  nonBids: countedOnce,
  tracesActivities: true,
  ampTargeting: (ofBids, ofResponse) => ({ ...ofBids, ...ofResponse }),
  ampClientResponse: (targeting, ext, auction, services) =>
    jsonClientResponse({ targeting, ...(Object.keys(ext).length > 0 ? { ext } : {}) }, auction, services),
  hookReport,
};
