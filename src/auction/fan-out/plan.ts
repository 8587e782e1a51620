/** Data shared by all bidders of one auction, computed once before their requests are built. */

import type { RequestInfo } from '#src/bidders/bidder.ts';
import type { AlternateBidderCodes, EidPermission, Ext, RequestSrv } from '#src/openrtb/ext.ts';
import type { User } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { StoredBidResponse } from '../bidder-task.ts';
import { noSignalBidders } from '../floors/for-bidder.ts';
import { fieldOf } from '../floors/read.ts';
import { factorsOf } from '../pricing/factors.ts';
import type { AdjustmentRules, Factors } from '../pricing/price.ts';
import type { Services } from '../services.ts';
import { bidderParamsOf } from './bidder-params.ts';
import { type BuyerUids, readBuyerUids, withoutBuyerUids } from './buyer-uid.ts';
import { type SharedExt, shareExt } from './request-ext.ts';
import { readSchains, type SchainRules } from './schain.ts';
import { liveImps } from './stored-imps.ts';
import { enforcedAdjustments, type TmaxAdjustments } from './tmax.ts';

export interface Plan {
  readonly auction: Auction;
  readonly services: Services;
  readonly srv: RequestSrv;
  readonly identity: IdentityPlan;
  readonly schains: SchainRules | undefined;
  readonly ext: ExtPlan;
  readonly floors: FloorsPlan;
  readonly adjustments: TmaxAdjustments | undefined;
  readonly info: RequestInfo;
  /** By bidder. */
  readonly stored: ReadonlyMap<string, StoredBids>;
  /** Adapters make their calls of imps with stored responses, too. */
  readonly storedReplacesCall: boolean;
}

/** Stored responses that replace a bidder's calls. */
interface StoredBids {
  readonly responses: readonly StoredBidResponse[];
  /** Their imps, which are not sent. */
  readonly impIds: ReadonlySet<string>;
}

/** The user as bidders see them. */
interface IdentityPlan {
  /** The request's user without the publisher's bidder-specific ids. */
  readonly user: User | undefined;
  readonly buyerUids: BuyerUids;
  readonly permissions: readonly EidPermission[];
}

/** Sources of a bidder's `request.ext`. */
interface ExtPlan {
  readonly shared: SharedExt;
  readonly params: Ext | undefined;
  readonly accountCodes: AlternateBidderCodes | undefined;
}

/** How floors of bidders differ from those of the request. */
interface FloorsPlan {
  /** Divisors of bidders' floors; undefined: floors are sent unchanged. */
  readonly factors: Factors | undefined;
  /** Rules that are inverted for bidders' floors. */
  readonly undo: AdjustmentRules | undefined;
  /** Bidders that receive no floors. */
  readonly noSignal: readonly string[];
}

const NO_UIDS: BuyerUids = new Map();
const NO_STORED: Plan['stored'] = new Map();

/** @param auction as `privacy` left it */
export function planFanOut(auction: Auction, services: Services): Plan {
  const { request, account } = auction;
  const { config } = services;
  const srv = request.ext?.srv ?? {};
  const uids = readBuyerUids(request.user);
  const params = bidderParamsOf(request);
  return {
    auction,
    services,
    srv,
    identity: {
      user: withoutBuyerUids(request.user),
      buyerUids: 'error' in uids ? NO_UIDS : uids.value,
      permissions: srv.data?.eidpermissions ?? [],
    },
    schains: readSchains(srv.schains, config.host_schain_node, services.dialect.fanOut),
    ext: {
      shared: shareExt(request.ext, config.bidder_request_fields),
      params: 'error' in params ? undefined : params.value,
      accountCodes: account.alternatebiddercodes,
    },
    floors: floorsPlan(auction, services, srv),
    adjustments: enforcedAdjustments(config.tmax_adjustments),
    info: infoOf(auction),
    stored: storedByBidder(auction.storedBidResponses),
    storedReplacesCall: services.dialect.fanOut.storedReplacesCall && liveImps(request.imp, auction.storedAuctionResponses).length === 1,
  };
}

function floorsPlan(auction: Auction, { config, dialect }: Services, srv: RequestSrv): FloorsPlan {
  const { account, bidAdjustments } = auction;
  const requested = fieldOf(fieldOf(srv.floors, 'enforcement'), 'bidadjustment');
  const { requestAdjustsFloors, undoAdjustmentRules } = config.rules;
  const adjusts = requestAdjustsFloors && typeof requested === 'boolean' ? requested : account.price_floors.adjust_for_bid_adjustment;
  return {
    factors: adjusts && srv.bidadjustmentfactors ? factorsOf(auction) : undefined,
    undo: adjusts && undoAdjustmentRules && bidAdjustments ? dialect.prices.compileRules(bidAdjustments) : undefined,
    noSignal: srv.floors ? noSignalBidders(srv.floors) : [],
  };
}

function infoOf({ endpoint, requestType, convert }: Auction): RequestInfo {
  return {
    endpoint: endpoint === 'auction' ? undefined : endpoint,
    requestType,
    convert,
  };
}

function storedByBidder(responses: readonly StoredBidResponse[]): Plan['stored'] {
  if (responses.length === 0) return NO_STORED;
  const stored = new Map<string, StoredBids>();
  for (const [bidder, own] of Map.groupBy(responses, (response) => response.bidder)) {
    stored.set(bidder, { responses: own, impIds: new Set(own.map(({ impId }) => impId)) });
  }
  return stored;
}
