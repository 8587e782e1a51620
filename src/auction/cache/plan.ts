/** Selects the bids to cache, their format and their keys (docs/stages/cache.md#what-is-cached). */

import { CODES } from '#src/bidders/errors.ts';
import type { CachePut } from '#src/cache/contract.ts';
import { denormaliseExt } from '#src/openrtb/rename.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { OWN } from '../diagnostics.ts';
import { isCaching } from '../enrich/cache-instructions.ts';
import { impsById } from '../imps-by-id.ts';
import type { Services } from '../services.ts';
import { ttlOf } from './ttl.ts';

/** One put and the bid that receives its id. */
export interface PlannedPut {
  readonly bid: AuctionBid;
  readonly form: 'json' | 'vast';
  readonly put: CachePut;
}

export interface CachePlan {
  readonly puts: readonly PlannedPut[];
  /** Common suffix of this auction's custom keys; the ad server receives it instead of them. */
  readonly keyEnd?: string | undefined;
}

/** Selects the bids to cache: all or only winners, if worth caching. */
function chooseBids(
  { seats, targeting, caching, winners }: Auction,
  { cachesAll, isWorthCaching }: Services['dialect']['response'],
): AuctionBid[] {
  const all = cachesAll(targeting, caching);
  const isChosen = (bid: AuctionBid): boolean => (all || winners.get(bid.bid.impid) === bid) && isWorthCaching(bid.bid);
  return [...seats.values()].flatMap(({ bids }) => bids.filter(isChosen));
}

/**
 * All puts of an auction. Custom keys (`<hb_pb_cat_dur>_<one id per auction>`) are for VAST of mapped bids; if full bids are cached, they
 * are rejected with an error.
 */
export function planPuts(auction: Auction, services: Services): CachePlan {
  if (!isCaching(auction)) return { puts: [] };
  const { caching } = auction;
  const chosen = chooseBids(auction, services.dialect.response);
  const keyEnd = chosen.some(({ categoryDuration }) => categoryDuration) ? services.random.uuid() : undefined;
  if (keyEnd !== undefined && caching.bids) auction.diagnostics.error(OWN, CODES.unknown, 'cannot use custom cache key for non-vast bids');
  const imps = impsById(auction);
  const puts: PlannedPut[] = [];
  for (const bid of chosen) {
    const exp = imps.get(bid.bid.impid)?.exp;
    const owner = { auctionId: auction.request.id, auctionNumber: auction.number, accountId: auction.accountId };
    if (caching.bids) {
      const value = denormaliseExt(services.dialect.response.cachedJson(bid, auction.imps.get(bid.bid.impid)), auction.extKey);
      puts.push({ bid, form: 'json', put: { type: 'json', value, ttlSeconds: ttlOf(bid, 'json', exp, auction, services), ...owner } });
    }
    if (caching.vast && bid.type === 'video') {
      const key = keyEnd !== undefined && bid.categoryDuration ? `${bid.categoryDuration}_${keyEnd}` : undefined;
      const ttlSeconds = ttlOf(bid, 'vast', exp, auction, services);
      puts.push({
        bid,
        form: 'vast',
        put: { type: 'xml', value: services.dialect.response.cachedVast(bid.bid), ttlSeconds, key, ...owner },
      });
    }
  }
  return { puts, keyEnd };
}

/** The cached form of a bid: as its bidder sent it, with its final price and, if present, its win address. */
export const cachedBid = ({ bid, events }: Pick<AuctionBid, 'bid' | 'events'>): object =>
  events?.win === undefined ? bid : { ...bid, wurl: events.win };
