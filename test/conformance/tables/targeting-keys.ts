/** Topic `targeting-keys`: key-values of all bids of an auction. */
import type { AuctionBid } from '#src/auction/bid.ts';
import type { TargetingSettings } from '#src/auction/response-settings.ts';
import { bucketOf } from '#src/auction/target/bid-bucket.ts';
import { selectBids } from '#src/auction/target/select.ts';
import { keyContext, retarget } from '#src/auction/target/targeting.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import type { MultiBid } from '#src/openrtb/ext.ts';
import { legacyGranularity, mediumGranularity } from '#src/openrtb/granularity.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { aBid, collectBids, targetingSettings } from '#test/helpers/bids.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';
import { firstDifference } from '../compare.ts';
import type { Row } from '../suites/tables.ts';

type ByImp = Record<string, Record<string, { bid: Partial<Bid>; type: MediaType }[]>>;
type Flags = Record<string, unknown> & { cacheHost?: string; cachePath?: string };

export function run({ in: given }: Row): Record<string, unknown> {
  const flags = (given['flags'] ?? {}) as Flags;
  const services = testServices({ settings: { external_cache: { host: flags.cacheHost ?? '', path: flags.cachePath ?? '' } } });
  const entries = Object.entries((given['multibid'] ?? {}) as Record<string, MultiBid>);
  const auction = anAuction(services, undefined, {
    targeting: settingsOf(flags, given['truncate'] as number | null),
    multibid: entries.map(([bidder, entry]) => ({ bidder, ...entry })),
  });
  const bids = listBids((given['bids'] ?? {}) as ByImp, (given['cacheIds'] ?? []) as { bid: Partial<Bid>; id: string }[]);
  collectBids(auction, ...bids);
  selectBids(auction, services);
  const context = keyContext(auction, services);
  const categories = given['categories'] as Record<string, string> | undefined;
  for (const bid of bids) {
    bid.categoryDuration = categories?.[bid.bid.id];
    bid.priceBucket = bucketOf(bid, auction.targeting ?? targetingSettings(), 'down', () => 0, dialects.go.prices);
    if (!context) continue;
    const cache = { cacheHost: flags.cacheHost ?? '', cachePath: flags.cachePath ?? '', alwaysNameCache: true };
    retarget(bid, auction, { ...context, ...cache, environment: String(given['env'] ?? ''), categories: categories !== undefined });
  }
  return { targets: byImp(bids) };
}

const settingsOf = (flags: Flags, truncate: number | null | undefined): TargetingSettings =>
  targetingSettings({
    prefix: String(flags['prefix'] ?? ''),
    maxKeyLength: truncate && truncate > 0 ? truncate : 20,
    includeWinners: flags['includeWinners'] === true,
    includeBidderKeys: flags['includeBidderKeys'] === true,
    includeFormat: flags['includeFormat'] === true,
    preferDeals: flags['preferDeals'] === true,
    alwaysIncludeDeals: flags['alwaysIncludeDeals'] === true,
    priceGranularity: legacyGranularity(String(flags['priceGranularity'] ?? '')) ?? mediumGranularity(),
  });

function listBids(given: ByImp, cached: readonly { bid: Partial<Bid>; id: string }[]): AuctionBid[] {
  return Object.entries(given).flatMap(([impid, byBidder]) =>
    Object.entries(byBidder ?? {}).flatMap(([seat, bids]) =>
      (bids ?? []).map(({ bid, type }) => {
        const cacheId = cached.find((each) => JSON.stringify(each.bid) === JSON.stringify(bid))?.id;
        return aBid({ ...bid, impid }, { seat, type, cacheId });
      }),
    ),
  );
}

function byImp(bids: readonly AuctionBid[]): Record<string, unknown> {
  const targets: Record<string, Record<string, unknown[]>> = {};
  for (const { bid, seat, targeting, targetBidderCode } of bids) {
    targets[bid.impid] ??= {};
    const seats = targets[bid.impid] ?? {};
    seats[seat] = [...(seats[seat] ?? []), { keys: targeting ?? {}, targetBidderCode: targetBidderCode ?? '' }];
  }
  return targets;
}

/** Only the imps, bidders and bids of the row; an empty list expects no keys. */
export function compare(row: Row, made: Record<string, unknown>): string | undefined {
  const targets = made['targets'] as Record<string, Record<string, { keys: object; targetBidderCode: string }[]>>;
  for (const [impId, seats] of Object.entries(row.out['targets'] as typeof targets)) {
    for (const [seat, bids] of Object.entries(seats)) {
      const own = targets[impId]?.[seat] ?? [];
      const wanted = bids.length > 0 ? bids : own.map(() => ({ keys: {}, targetBidderCode: '' }));
      const found = firstDifference(wanted, own, {}, `$.${impId}.${seat}`);
      if (found) return found;
    }
  }
  return undefined;
}
