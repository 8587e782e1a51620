/** Which bids are cached, in which form, under which key (auction-exchange.md 13). */

import { CODES } from '#src/bidders/errors.ts';
import { toOuter } from '#src/wire/rename.ts';
import type { Auction, AuctionBid } from '../auction.ts';
import { OWN } from '../findings.ts';
import { asJavaTells, bidExt } from '../respond/bid-ext.ts';
import type { CachePut, Services } from '../services.ts';
import { isJavaShape } from '../shape.ts';
import { vastOf } from '../vast/wrapper.ts';
import { ttlOf } from './ttl.ts';

/** One put and the bid its id belongs to. */
export interface PlannedPut {
  readonly bid: AuctionBid;
  readonly form: 'json' | 'vast';
  readonly put: CachePut;
}

export interface CachePlan {
  readonly puts: readonly PlannedPut[];
  /** End of all custom keys of this auction; what is told to the ad server instead of them. */
  readonly keyEnd?: string | undefined;
}

/** Whether this auction caches anything: asked for, allowed, and with somebody who will hear of it. */
export function isCaching({ targeting, caching, account }: Auction): boolean {
  const heard = targeting !== undefined && (targeting.includeWinners || targeting.includeBidderKeys);
  return heard && account.cache.enabled && (caching.bids || caching.vast);
}

/** Bids with a price; free ones only where a deal makes them so. */
const isWorthKeeping = ({ price, dealid }: AuctionBid['bid']): boolean => price > 0 || (price === 0 && Boolean(dealid));

/**
 * Which bids are kept: all where bidders' keys are wanted, else winners only. Java variant: winners only where that is asked for
 * as well (`cache.winningonly`), and never what is worth nothing.
 */
function chooseBids({ seats, targeting, caching, winners }: Auction, isJava: boolean): AuctionBid[] {
  const all = targeting?.includeBidderKeys || (isJava && !caching.winningOnly);
  const isChosen = (bid: AuctionBid): boolean => (all || winners.get(bid.bid.impid) === bid) && (!isJava || isWorthKeeping(bid.bid));
  return [...seats.values()].flatMap(({ bids }) => bids.filter(isChosen));
}

/**
 * All puts of an auction. Custom keys
 * (`<hb_pb_cat_dur>_<one id an auction>`) are for VAST of mapped bids; where whole bids are cached they are refused with an error.
 */
export function planPuts(auction: Auction, services: Services): CachePlan {
  if (!isCaching(auction)) return { puts: [] };
  const { caching } = auction;
  const chosen = chooseBids(auction, isJavaShape(services.config));
  const keyEnd = chosen.some(({ categoryDuration }) => categoryDuration) ? services.random.uuid() : undefined;
  if (keyEnd !== undefined && caching.bids) auction.findings.error(OWN, CODES.unknown, 'cannot use custom cache key for non-vast bids');
  const expiries = new Map(auction.request.imp.map(({ id, exp }) => [id, exp]));
  const puts: PlannedPut[] = [];
  for (const bid of chosen) {
    const exp = expiries.get(bid.bid.impid);
    const whose = { auctionId: auction.request.id, accountId: auction.accountId };
    if (caching.bids) {
      const value = toOuter(jsonValue(bid, auction, services), auction.word);
      puts.push({ bid, form: 'json', put: { type: 'json', value, ttlSeconds: ttlOf(bid, 'json', exp, auction, services), ...whose } });
    }
    if (caching.vast && bid.type === 'video') {
      const key = keyEnd !== undefined && bid.categoryDuration ? `${bid.categoryDuration}_${keyEnd}` : undefined;
      const ttlSeconds = ttlOf(bid, 'vast', exp, auction, services);
      puts.push({ bid, form: 'vast', put: { type: 'xml', value: vastOf(bid.bid), ttlSeconds, key, ...whose } });
    }
  }
  return { puts, keyEnd };
}

/** A bid as it is cached: as its bidder sent it, at its final price, with its win address where it has one. */
export const cachedBid = ({ bid, events }: Pick<AuctionBid, 'bid' | 'events'>): object =>
  events?.win === undefined ? bid : { ...bid, wurl: events.win };

function jsonValue(bid: AuctionBid, auction: Auction, { config }: Services): object {
  if (!isJavaShape(config)) return cachedBid(bid);
  const untold = { ...asJavaTells(bid), targeting: undefined, targetBidderCode: undefined, rank: undefined };
  return cachedBid({ ...bid, bid: { ...bid.bid, ext: bidExt(untold, auction.imps.get(bid.bid.impid)) } });
}
