/** The targeting key-values of one bid (docs/stages/target.md#key-values). */
import type { AuctionBid } from '../bid.ts';
import type { TargetingSettings } from '../response-settings.ts';
import { type KeyNames, keyNames, type Suffix } from './key-names.ts';
import { truncateReporting } from './key-truncation.ts';

/** Data shared by all bids of an auction. */
export interface KeyContext {
  readonly settings: TargetingSettings;
  /** `hb_env`; empty: none. */
  readonly environment: string;
  /** Host from which clients fetch cached bids. */
  readonly cacheHost: string;
  readonly cachePath: string;
  /** Include the cache's address for bids that are not cached, too. */
  readonly alwaysNameCache: boolean;
  /** Bids were mapped to categories: every targeted bid includes its own, even an empty one. */
  readonly categories: boolean;
}

/** The keys to write: those of a code, the plain ones, or both. */
interface Writing {
  readonly keys: { [key: string]: string };
  readonly own: KeyNames | undefined;
  readonly plain: KeyNames | undefined;
}

function put({ keys, own, plain }: Writing, suffix: Suffix, value: string | undefined): void {
  if (value === undefined) return;
  if (own) keys[own[suffix]] = value;
  if (plain) keys[plain[suffix]] = value;
}

const putAny = (writing: Writing, suffix: Suffix, value: string | undefined): void => put(writing, suffix, value || undefined);

/** In the order of `SUFFIXES`. */
function write(writing: Writing, auctionBid: AuctionBid, context: KeyContext): void {
  const { bid } = auctionBid;
  put(writing, '_pb', auctionBid.priceBucket ?? '');
  put(writing, '_bidder', auctionBid.targetCode);
  if (bid.w && bid.h) put(writing, '_size', `${bid.w}x${bid.h}`);
  putAny(writing, '_cache_id', auctionBid.cacheId);
  putAny(writing, '_uuid', auctionBid.vastCacheId);
  if (context.settings.includeFormat) putAny(writing, '_format', auctionBid.type);
  if (context.alwaysNameCache || auctionBid.cacheId !== undefined || auctionBid.vastCacheId !== undefined) {
    putAny(writing, '_cache_host', context.cacheHost);
    putAny(writing, '_cache_path', context.cachePath);
  }
  putAny(writing, '_deal', bid.dealid);
  putAny(writing, '_env', context.environment);
  if (context.categories) put(writing, '_pb_cat_dur', auctionBid.categoryDuration ?? '');
}

/**
 * Key-values of a bid: with its code's suffix if bidders' keys are wanted (or it has a deal and those are always included), plain if it won
 * its imp. A bid without a code has none.
 */
export function targetingOf(bid: AuctionBid, isWinner: boolean, context: KeyContext): { [key: string]: string } {
  const keys: { [key: string]: string } = {};
  const { settings } = context;
  if (bid.targetCode === undefined) return keys;
  const suffixed = settings.includeBidderKeys || (settings.alwaysIncludeDeals && Boolean(bid.bid.dealid));
  const plain = settings.includeWinners && isWinner;
  if (!suffixed && !plain) return keys;
  const { prefix, maxKeyLength, truncation } = settings;
  const namesOf = keyNames(prefix, truncation ? 0 : maxKeyLength);
  write({ keys, own: suffixed ? namesOf(bid.targetCode) : undefined, plain: plain ? namesOf('') : undefined }, bid, context);
  return truncation ? truncateReporting(keys, maxKeyLength, truncation) : keys;
}
