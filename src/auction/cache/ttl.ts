/** Cache lifetime of a bid. All in seconds. */
import type { MediaType } from '#src/bidders/bidder.ts';
import type { Auction, AuctionBid } from '../auction.ts';
import type { Services } from '../services.ts';

type Seconds = number | null | undefined;

/** Rule `go`: the first positive value of bid, imp and default, plus the buffer; 0: none is set. */
export function ttlWithBuffer(bid: Seconds, imp: Seconds, standard: Seconds, buffer: number): number {
  const base = [bid, imp, standard].find((value) => typeof value === 'number' && value > 0) ?? 0;
  return base > 0 ? base + buffer : 0;
}

/** Rule `java`: the first value that is set, zero included; undefined: none is. */
export const firstTtl = (...given: readonly Seconds[]): number | undefined => given.find((value) => typeof value === 'number') ?? undefined;

/** Fallback of rule `java` if the host configures nothing. */
const LAST_RESORT: { readonly [type in MediaType]: number } = { banner: 300, video: 1500, audio: 1500, native: 300 };

/** Max lifetime sent to a cache: what every service can parse. */
const LONGEST = 2 ** 31 - 1;

/** Lifetime of one form of a bid in whole seconds, whatever its bidder says; undefined: the cache's own limit. */
export function ttlOf(bid: AuctionBid, form: 'json' | 'vast', impExp: Seconds, auction: Auction, services: Services): number | undefined {
  const seconds = secondsOf(bid, form, impExp, auction, services);
  return seconds === undefined ? undefined : Math.min(LONGEST, Math.trunc(seconds));
}

function secondsOf(bid: AuctionBid, form: 'json' | 'vast', impExp: Seconds, auction: Auction, { config }: Services): number | undefined {
  const { cache } = config;
  const type: MediaType = bid.type === '' ? 'banner' : bid.type;
  const account = auction.account.cache_ttl[type];
  const request = form === 'vast' ? auction.caching.vastTtlSeconds : auction.caching.bidsTtlSeconds;
  if (config.rules.ttlDialect === 'go') {
    const own = account > 0 ? account : cache.default_ttl_seconds[type];
    // The request's own value overrides the defaults.
    return ttlWithBuffer(bid.bid.exp, impExp, request && request > 0 ? request : own, cache.ttl_buffer_seconds) || undefined;
  }
  const host = type === 'banner' ? cache.banner_ttl_seconds : type === 'video' ? cache.video_ttl_seconds : undefined;
  const byType = cache.default_ttl_seconds[type] ?? LAST_RESORT[type];
  return firstTtl(bid.bid.exp, impExp, request, account > 0 ? account : undefined, host, byType);
}

/** Rule `java` reports a bid's lifetime to clients: the longest of its forms; undefined under rule `go`. */
export function reportedTtl(bid: AuctionBid, impExp: Seconds, auction: Auction, services: Services): number | undefined {
  const { config } = services;
  if (config.rules.ttlDialect === 'go') return undefined;
  const json = ttlOf(bid, 'json', impExp, auction, services) ?? 0;
  const vast = bid.type === 'video' ? (ttlOf(bid, 'vast', impExp, auction, services) ?? 0) : 0;
  return Math.max(json, vast);
}
