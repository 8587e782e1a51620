/** Cache lifetime of a bid. All in seconds (docs/stages/cache.md#lifetime). */

import type { MediaType } from '#src/bidders/bidder.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import type { Services } from '../services.ts';
import type { Seconds } from './ttl-input.ts';

/** The first of bid, imp and default above zero, plus the buffer; 0 if none is set. */
export function ttlWithBuffer(bid: Seconds, imp: Seconds, standard: Seconds, buffer: number): number {
  const base = [bid, imp, standard].find((value) => typeof value === 'number' && value > 0) ?? 0;
  return base > 0 ? base + buffer : 0;
}

/** The first defined value, zero included; otherwise undefined. */
export const firstTtl = (...given: readonly Seconds[]): number | undefined => given.find((value) => typeof value === 'number') ?? undefined;

/** Max lifetime sent to a cache: every service can parse it. */
const MAX_TTL_SECONDS = 2 ** 31 - 1;

/** Lifetime of one form of a bid in whole seconds, whatever its bidder says; undefined: the cache's own limit. */
export function ttlOf(bid: AuctionBid, form: 'json' | 'vast', impExp: Seconds, auction: Auction, services: Services): number | undefined {
  const seconds = secondsOf(bid, form, impExp, auction, services);
  return seconds === undefined ? undefined : Math.min(MAX_TTL_SECONDS, Math.trunc(seconds));
}

function secondsOf(
  bid: AuctionBid,
  form: 'json' | 'vast',
  imp: Seconds,
  auction: Auction,
  { config, dialect }: Services,
): number | undefined {
  const type: MediaType = bid.type === '' ? 'banner' : bid.type;
  const account = auction.account.cache_ttl[type];
  const request = form === 'vast' ? auction.caching.vastTtlSeconds : auction.caching.bidsTtlSeconds;
  return dialect.ttl.seconds({ bid: bid.bid.exp, imp, request, account, type }, config.cache);
}

/** Lifetime of a bid as reported to clients: the longest of its forms. */
export function reportedTtl(bid: AuctionBid, impExp: Seconds, auction: Auction, services: Services): number | undefined {
  if (!services.dialect.ttl.isShown) return undefined;
  const json = ttlOf(bid, 'json', impExp, auction, services) ?? 0;
  const vast = bid.type === 'video' ? (ttlOf(bid, 'vast', impExp, auction, services) ?? 0) : 0;
  return Math.max(json, vast);
}
