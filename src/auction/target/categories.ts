/** Long-form video: maps bids to the ad server's categories and retains one bid per category (docs/stages/target.md#categories). */

import { CODES } from '#src/bidders/errors.ts';
import type { CategoryDialect } from '#src/dialect/contract/categories.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import type { Result } from '#src/lang/result.ts';
import type { IncludeBrandCategory } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { OWN } from '../diagnostics.ts';
import { NON_BID } from '../non-bid.ts';
import type { Services } from '../services.ts';
import { bucketValue } from './bid-bucket.ts';

const AD_SERVERS: { readonly [number: number]: string | undefined } = { 1: 'freewheel', 2: 'dfp' };
/** The request's settings, and the ad server's categories that bids need. */
interface Mapping {
  readonly withCategory: boolean;
  /** Name of the ad server whose categories are used; undefined: IAB categories. */
  readonly adServer: string | undefined;
  readonly publisher: string;
  readonly durations: readonly number[];
  /** The only durations a video request accepts; undefined: any. */
  readonly exact: readonly number[] | undefined;
  readonly appendBidder: boolean;
  readonly dialect: CategoryDialect;
}

/** A translation; undefined or null: there is none. */
type Translations = ReadonlyMap<string, string | null | undefined>;

/**
 * Writes `categoryDuration` on every accepted bid; the others are removed with an error each. Bids must have their price buckets. Waits
 * only for a category file. An unknown ad server fails the auction.
 */
export function mapCategories(auction: Auction, services: Services): void | Promise<void> {
  const targeting = auction.request.ext?.srv?.targeting;
  const wanted = targeting?.includebrandcategory;
  if (!auction.targeting || !wanted || !services.config.category_mapping_enabled) return;
  const bids = [...auction.seats.values()].flatMap((seat) => seat.bids);
  if (bids.length === 0) return;
  const translates = wanted.withcategory === true && wanted.translatecategories !== false;
  const adServer = translates ? AD_SERVERS[wanted.primaryadserver ?? 0] : undefined;
  const { categories: dialect } = services.dialect.response;
  if (translates && adServer === undefined) {
    auction.rejection = { kind: dialect.rejectionOf(auction.endpoint), messages: [dialect.unknownServer(wanted.primaryadserver)] };
    return;
  }
  const mapping = toMapping(auction, wanted, adServer, targeting.durationrangesec, dialect);
  const translations = adServer === undefined ? new Map<string, null>() : translate(bids, mapping, adServer, services, auction.abort);
  if (translations instanceof Promise) return translations.then((known) => deduplicate(auction, services, mapping, known));
  deduplicate(auction, services, mapping, translations);
}

function toMapping(
  { input: { video }, targeting }: Auction,
  { withcategory, publisher }: IncludeBrandCategory,
  adServer: string | undefined,
  durations: readonly number[] | undefined,
  dialect: CategoryDialect,
): Mapping {
  return {
    withCategory: withcategory === true,
    adServer,
    publisher: publisher ?? '',
    durations: Array.isArray(durations) ? durations.toSorted((a, b) => a - b) : [],
    exact: video?.podconfig?.requireexactduration ? video.podconfig.durationrangesec : undefined,
    appendBidder: targeting?.appendBidderNames ?? false,
    dialect,
  };
}

const ownCategory = (bid: AuctionBid): string => bid.video?.primary_category ?? '';

/** Looks up each needed category once; waits for all if a store is remote. */
function translate(
  bids: readonly AuctionBid[],
  mapping: Mapping,
  adServer: string,
  services: Services,
  scope: Abortable,
): Translations | Promise<Translations> {
  const known = new Map<string, string | null | undefined>();
  const waits: Promise<void>[] = [];
  for (const bid of bids) {
    const [category, ...more] = bid.bid.cat ?? [];
    if (ownCategory(bid) !== '' || category === undefined || more.length > 0 || known.has(category)) continue;
    const found = services.stored.category(adServer, mapping.publisher, category, scope);
    known.set(category, undefined);
    if (!(found instanceof Promise)) known.set(category, found);
    else waits.push(found.then((text) => void known.set(category, text)).catch(() => undefined));
  }
  return waits.length === 0 ? known : Promise.all(waits).then(() => known);
}

/** A bid with its category, as input for the duplicate search. */
interface Mapped {
  readonly bid: AuctionBid;
  readonly value: string;
  readonly key: string;
}

function deduplicate(auction: Auction, services: Services, mapping: Mapping, translations: Translations): void {
  const retained = new Map<string, Mapped>();
  const dropped = new Map<AuctionBid, string>();
  for (const seat of auction.seats.values()) {
    for (const bid of seat.bids) {
      const mapped = mapBid(bid, mapping, translations);
      if ('error' in mapped) {
        dropped.set(bid, mapped.error);
        continue;
      }
      const { value } = mapped;
      const rival = retained.get(value.key);
      const wins = !rival || hasHigherBucket(bid, rival.bid, services);
      const loser = wins ? rival?.bid : bid;
      if (loser) dropped.set(loser, 'Bid was deduplicated');
      if (wins) retained.set(value.key, value);
    }
  }
  for (const { bid, value } of retained.values()) bid.categoryDuration = value;
  if (dropped.size > 0) dropBids(auction, dropped, mapping.dialect);
}

/**
 * A bid's duration rounded up to an allowed one; unchanged without a list.
 * @returns seconds; undefined: no allowed duration is long enough
 */
export function allowedDuration(seconds: number, durations: readonly number[]): number | undefined {
  if (durations.length === 0) return seconds;
  let best = Number.POSITIVE_INFINITY;
  for (const allowed of durations) if (allowed >= seconds && allowed < best) best = allowed;
  return best === Number.POSITIVE_INFINITY ? undefined : best;
}

/** The value and key of a bid, or an error. */
function mapBid(bid: AuctionBid, mapping: Mapping, translations: Translations): Result<Mapped> {
  const category: Result<string> = mapping.withCategory ? categoryOf(bid, mapping, translations) : { value: '' };
  if ('error' in category) return category;
  const seconds = bid.video?.duration ?? 0;
  // Most bidders do not report durations: the imp has requested one.
  if (seconds !== 0 && mapping.exact?.includes(seconds) === false) return { error: 'Duration is not in targeting range' };
  const duration = allowedDuration(seconds, mapping.durations);
  if (duration === undefined) return { error: mapping.dialect.tooLong(seconds, mapping.durations.at(-1) ?? 0) };
  const middle = mapping.withCategory ? `_${category.value}` : '';
  const text = `${bid.priceBucket ?? ''}${middle}_${duration}s`;
  const value = mapping.appendBidder ? `${text}_${bid.seat}` : text;
  return { value: { bid, value, key: mapping.withCategory ? category.value : text } };
}

const NONE = 'Bid did not contain a category';

/** The bid's category for the ad server, or why it has none. */
function categoryOf(bid: AuctionBid, { adServer, publisher, dialect }: Mapping, translations: Translations): Result<string> {
  const own = ownCategory(bid);
  if (own !== '') return { value: own };
  const [category, ...more] = bid.bid.cat ?? [];
  if (category === undefined || more.length > 0) return { error: (more.length > 0 ? dialect.several : undefined) ?? NONE };
  if (adServer === undefined) return { value: category };
  const translated = translations.get(category);
  if (translated) return { value: translated };
  return { error: dialect.untranslated(adServer, publisher, category, translated !== undefined) };
}

/** The higher bucket wins; ties are decided at random. */
function hasHigherBucket(bid: AuctionBid, rival: AuctionBid, { random }: Services): boolean {
  const [price, other] = [bucketValue(bid.priceBucket), bucketValue(rival.priceBucket)];
  return price === other ? random.next() < 0.5 : price > other;
}

function dropBids(auction: Auction, dropped: ReadonlyMap<AuctionBid, string>, { rejected, several }: CategoryDialect): void {
  for (const [bid, reason] of dropped) {
    auction.diagnostics.error(OWN, CODES.unknown, rejected(bid, reason));
    if (reason === NONE || reason === several) auction.nonBids.push({ seat: bid.seat, impId: bid.bid.impid, code: NON_BID.category, bid });
  }
  for (const seat of auction.seats.values()) seat.bids = seat.bids.filter((bid) => !dropped.has(bid));
}
