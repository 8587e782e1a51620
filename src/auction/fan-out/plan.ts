/** What all bidders of one auction have in common, worked out once before their requests are built. */
import { type AdjustmentRules, compileRules } from '#src/auction/adjust/adjustment-rules.ts';
import { type Factors, readFactors } from '#src/auction/adjust/factors.ts';
import type { Auction, StoredBidResponse } from '#src/auction/auction.ts';
import { memberOf } from '#src/auction/enrich/floors/read.ts';
import type { Services } from '#src/auction/services.ts';
import type { RequestInfo } from '#src/bidders/bidder.ts';
import type { AlternateBidderCodes, EidPermission, Ext, RequestSrv } from '#src/wire/ext.ts';
import type { User } from '#src/wire/ortb.ts';
import { bidderParamsOf } from './bidder-params.ts';
import { type BuyerUids, readBuyerUids, withoutBuyerUids } from './buyer-uid.ts';
import { noSignalBidders } from './floors.ts';
import { type SharedExt, shareExt } from './request-ext.ts';
import { readSchains, type SchainRules } from './schain.ts';
import { enforcedAdjustments, type TmaxAdjustments } from './tmax.ts';

export interface Plan {
  readonly auction: Auction;
  readonly services: Services;
  readonly srv: RequestSrv;
  /** The request's user without the publisher's ids of single bidders. */
  readonly user: User | undefined;
  readonly buyerUids: BuyerUids;
  readonly permissions: readonly EidPermission[];
  readonly schains: SchainRules | undefined;
  readonly ext: SharedExt;
  readonly params: Ext | undefined;
  readonly accountCodes: AlternateBidderCodes | undefined;
  /** Floors go to bidders divided by these; undefined: as they are. */
  readonly factors: Factors | undefined;
  /** Floors go to bidders with these undone. */
  readonly undo: AdjustmentRules | undefined;
  /** Bidders that are told no floors. */
  readonly silent: readonly string[];
  /** ms bidders have until the deadline; undefined: no end. */
  readonly remainingMs: number | undefined;
  readonly adjustments: TmaxAdjustments | undefined;
  readonly info: RequestInfo;
  readonly stored: ReadonlyMap<string, readonly StoredBidResponse[]>;
}

const NO_UIDS: BuyerUids = new Map();
const NO_STORED: Plan['stored'] = new Map();

/** @param auction as `privacy` left it */
export function planFanOut(auction: Auction, services: Services): Plan {
  const { request, account } = auction;
  const { config } = services;
  const srv = request.ext?.srv ?? {};
  const uids = readBuyerUids(request.user);
  return {
    auction,
    services,
    srv,
    user: withoutBuyerUids(request.user),
    buyerUids: uids instanceof Error ? NO_UIDS : uids,
    permissions: srv.data?.eidpermissions ?? [],
    schains: readSchains(srv.schains, config.host_schain_node),
    ext: shareExt(request.ext, config.bidder_request_members),
    params: bidderParamsOf(request),
    accountCodes: account.alternatebiddercodes,
    ...floorsPlan(auction, services, srv),
    remainingMs: remaining(auction, services),
    adjustments: enforcedAdjustments(config.tmax_adjustments),
    info: infoOf(auction),
    stored: storedByBidder(auction.storedBidResponses),
  };
}

function floorsPlan(
  { account, bidAdjustments }: Auction,
  { config }: Services,
  srv: RequestSrv,
): Pick<Plan, 'factors' | 'undo' | 'silent'> {
  const asked = memberOf(memberOf(srv.floors, 'enforcement'), 'bidadjustment');
  const { requestAdjustsFloors, undoAdjustmentRules } = config.rules;
  const adjusts = requestAdjustsFloors && typeof asked === 'boolean' ? asked : account.price_floors.adjust_for_bid_adjustment;
  return {
    factors: adjusts && srv.bidadjustmentfactors ? readFactors(srv.bidadjustmentfactors) : undefined,
    undo: adjusts && undoAdjustmentRules && bidAdjustments ? compileRules(bidAdjustments) : undefined,
    silent: srv.floors ? noSignalBidders(srv.floors) : [],
  };
}

/** Bids that are cached need some of the time, so bidders have less. */
function remaining({ deadlineAt, caching }: Auction, { clock, config }: Services): number | undefined {
  if (deadlineAt === undefined) return undefined;
  return deadlineAt - (caching.bids ? config.cache.expected_millis : 0) - clock.now();
}

function infoOf({ entry, convert, incoming }: Auction): RequestInfo {
  return { endpoint: entry === 'auction' ? undefined : entry, convert, globalPrivacyControl: incoming.headers['sec-gpc'] };
}

function storedByBidder(responses: readonly StoredBidResponse[]): Plan['stored'] {
  return responses.length === 0 ? NO_STORED : Map.groupBy(responses, ({ bidder }) => bidder);
}
