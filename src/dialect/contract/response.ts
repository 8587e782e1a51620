import type { Auction, ClientResponse, ImpContext } from '#src/auction/auction.ts';
import type { AuctionBid, NonBid, Seat } from '#src/auction/bid.ts';
import type { CallOutcome } from '#src/auction/bidder-task.ts';
import type { CacheInstructions, TargetingSettings } from '#src/auction/response-settings.ts';
import type { EventRules } from '#src/auction/target/event-rules.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, BidResponse } from '#src/openrtb/ortb.ts';
import type { CategoryDialect } from './categories.ts';
import type { CustomTargetingDialect } from './custom-targeting.ts';
import type { DealTierDialect } from './deal-tiers.ts';
import type { HookReportDialect } from './hook-report.ts';

/** Responses: format, and related behaviour. */
export interface ResponseDialect<S> {
  /** The response to a request rejected by a module. */
  withoutBids(id: string, nbr: number): BidResponse;
  /** Whether `seatbid` is present without bids. */
  readonly alwaysHasSeats: boolean;
  /** The response's currency. @param named the first currency of the request; `standard` is the host's */
  currency(auction: Auction, named: string | undefined, standard: string): string | undefined;
  /** `nbr` of a response without bids. */
  noBidReason(auction: Auction): number | undefined;
  /** Reports imps without the stored video that they should echo. */
  reportMissingVideos(auction: Auction): void;
  /** Whether the response includes a seat. */
  hasSeat(seat: Seat, auction: Auction): boolean;
  /** `seatbid.group`; undefined: none. */
  readonly seatGroup: number | undefined;
  /** A bid with the data its `ext.srv` may show. */
  shownBid(bid: AuctionBid): AuctionBid;
  /** Whether a bid keeps its markup; in the Java variant a bid that is not cached always does. */
  includesCreative(bid: Pick<AuctionBid, 'cacheId' | 'vastCacheId'>, caching: CacheInstructions): boolean;
  readonly customTargeting: CustomTargetingDialect;
  /** The cache's URL is among the targeting keys even without cached bids. */
  readonly namesCacheAlways: boolean;
  readonly dealTiers: DealTierDialect;
  /** Handling of win and impression events. */
  events(auction: Auction): EventRules;
  /** Epoch ms that joins client and server events: in the response and in event URLs; 0: unknown. */
  timestamp(auction: Auction): number;
  readonly categories: CategoryDialect;
  /** Whether losing bids are cached too. */
  cachesAll(targeting: TargetingSettings | undefined, caching: CacheInstructions): boolean;
  /** Whether a bid is worth caching. */
  isWorthCaching(bid: Bid): boolean;
  /** The JSON of a bid in the cache. */
  cachedJson(bid: AuctionBid, imp: ImpContext | undefined): object;
  /** The VAST of a bid in the cache. */
  cachedVast(bid: Bid): string;
  /** Key of cache errors in `ext.errors`. */
  readonly cacheErrorsOf: string;
  /** A call in debug output. */
  shownCall(outcome: CallOutcome, shown: ShownCall): Ext;
  /** Debug output includes the call to the cache. */
  readonly showsCacheCall: boolean;
  /** Warnings for debugging are always included. */
  readonly alwaysWarns: boolean;
  /** Whether errors of this server are included. */
  showsOwnErrors(auction: Auction): boolean;
  /** Errors list their imps. */
  readonly listsImps: boolean;
  /** `responsetimemillis` includes the cache's time. */
  readonly showsCacheTime: boolean;
  /** Non-bids as counted in `ext.seatnonbid`. */
  nonBids(auction: Auction): readonly NonBid[];
  /** Decisions of activity rules are traced. */
  readonly tracesActivities: boolean;
  /** Targeting of an AMP page: of its bids, and of the response as a whole. */
  ampTargeting(ofBids: Keys, ofResponse: Keys): Keys;
  /** The response to an AMP page. */
  ampClientResponse(targeting: Keys, ext: Ext, auction: Auction, services: S): ClientResponse;
  readonly hookReport: HookReportDialect;
}

/** A complete call in debug output; without a response, status is 0 and the body is empty. */
type ShownCall = {
  readonly uri: string;
  readonly requestbody: string;
  readonly requestheaders: { readonly [name: string]: readonly string[] };
  readonly responsebody: string;
  readonly status: number;
};

/** Key-values by name. */
type Keys = { [key: string]: string };
