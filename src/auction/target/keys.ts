/** The targeting key-values of one bid (auction-exchange.md 12). */
import type { AuctionBid, TargetingSettings } from '../auction.ts';
import { type KeyNames, keyNames, SUFFIXES, type Suffix } from './key-names.ts';

/** What is the same for all bids of an auction. */
export interface KeyContext {
  readonly settings: TargetingSettings;
  /** `hb_env`; empty: none. */
  readonly environment: string;
  /** Where clients fetch cached bids. */
  readonly cacheHost: string;
  readonly cachePath: string;
  /** Name the cache's address on bids that are not cached too. */
  readonly alwaysNameCache: boolean;
  /** Bids were mapped to categories: every targeted bid tells its own, even none. */
  readonly categories: boolean;
}

type Values = { readonly [suffix in Suffix]: string | undefined };

const orNone = (value: string | undefined): string | undefined => (value ? value : undefined);

function valuesOf(filed: AuctionBid, context: KeyContext): Values {
  const { bid } = filed;
  const cached = context.alwaysNameCache || filed.cacheId !== undefined || filed.vastCacheId !== undefined;
  return {
    _pb: filed.priceBucket ?? '',
    _bidder: filed.targetCode,
    _size: bid.w && bid.h ? `${bid.w}x${bid.h}` : undefined,
    _cache_id: orNone(filed.cacheId),
    _uuid: orNone(filed.vastCacheId),
    _format: context.settings.includeFormat ? orNone(filed.type) : undefined,
    _cache_host: cached ? orNone(context.cacheHost) : undefined,
    _cache_path: cached ? orNone(context.cachePath) : undefined,
    _deal: orNone(bid.dealid),
    _env: orNone(context.environment),
    _pb_cat_dur: context.categories ? (filed.categoryDuration ?? '') : undefined,
  };
}

/**
 * Key-values of a bid: with its code's suffix where bidders' keys are wanted (or it has a deal and those are always
 * included), plain where it won its imp. A bid without a code has none.
 */
export function targetingOf(bid: AuctionBid, isWinner: boolean, context: KeyContext): { [key: string]: string } {
  const keys: { [key: string]: string } = {};
  const { settings } = context;
  if (bid.targetCode === undefined) return keys;
  const suffixed = settings.includeBidderKeys || (settings.alwaysIncludeDeals && Boolean(bid.bid.dealid));
  const plain = settings.includeWinners && isWinner;
  if (!suffixed && !plain) return keys;
  const values = valuesOf(bid, context);
  const own = suffixed ? keyNames(settings.prefix, settings.maxKeyLength, bid.targetCode) : undefined;
  const winner = plain ? keyNames(settings.prefix, settings.maxKeyLength, '') : undefined;
  for (const suffix of SUFFIXES) {
    const value = values[suffix];
    if (value === undefined) continue;
    put(keys, own, suffix, value);
    put(keys, winner, suffix, value);
  }
  return keys;
}

function put(keys: { [key: string]: string }, names: KeyNames | undefined, suffix: Suffix, value: string): void {
  if (names) keys[names[suffix]] = value;
}
