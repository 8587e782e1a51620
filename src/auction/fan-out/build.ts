/** One bidder's request: the shared one with the bidder's own parts. Copies only what differs; nothing shared is modified. */

import { CODES } from '#src/bidders/errors.ts';
import type { BidRequest, Imp, User } from '#src/openrtb/ortb.ts';
import { fillLegacyPrivacy } from '#src/privacy/gpp-fields.ts';
import type { FirstPartyData } from '../auction.ts';
import { OWN } from '../diagnostics.ts';
import { writeFloor } from '../floors/apply.ts';
import { floorOfBidder } from '../floors/by-bidder.ts';
import { dividedFloor, floorFactor, namesBidder, undoneFloor, withSignalledFloor } from '../floors/for-bidder.ts';
import type { BidderPrivacy } from '../privacy/decision.ts';
import { maskRequest } from '../privacy/mask.ts';
import { countScrubbed } from '../privacy/metrics.ts';
import { buyerUidFor } from './buyer-uid.ts';
import { eidsFor } from './eids.ts';
import { fpdOf, limitToOneInventory, withFpd } from './fpd.ts';
import type { Called } from './identity.ts';
import { withImpData } from './imp-ext.ts';
import type { Plan } from './plan.ts';
import { extForBidder } from './request-ext.ts';
import { sourceFor } from './schain.ts';
import { assembleImp, type ImpShare } from './split.ts';

/** In a fixed order; parts the bidder does not support are removed later. */
export function buildRequest(plan: Plan, called: Called, shares: readonly ImpShare[], decision: BidderPrivacy): BidRequest {
  const { auction, schains, ext } = plan;
  const { bidder, known } = called;
  const request: BidRequest = { ...auction.request, imp: impsOf(plan, bidder, withImpDataOf(plan, bidder, shares)) };
  if (request.ext) request.ext = extForBidder(ext.shared, bidder, ext.params, ext.accountCodes);
  else if (ext.accountCodes) request.ext = extForBidder(ext.shared, bidder, undefined, ext.accountCodes);
  const source = schains && sourceFor(request.source, schains, bidder);
  if (source) request.source = source;
  const user = userOf(plan, called);
  if (user) request.user = user;
  const fpd = auction.fpd.size > 0 ? fpdOf(auction.fpd, called) : undefined;
  const own = fpd ? limitToOneInventory(withFpd(request, ownParts(fpd, plan), fpd.user?.eids !== auction.request.user?.eids)) : request;
  const masked = maskRequest(own, decision, auction.account);
  if (own.user?.buyeruid && !masked.user?.buyeruid) countScrubbed(plan.services.metrics, known.code);
  // If the older fields win, GPP has already filled those that were missing.
  const isFilled = known.info.openrtb.gppSupported || plan.services.config.rules.olderPrivacyFieldsWin;
  return isFilled ? masked : fillLegacyPrivacy(masked);
}

/** First-party data without the objects that are the request's own. */
function ownParts(fpd: FirstPartyData, { auction: { request } }: Plan): FirstPartyData {
  return fpd.user !== undefined && fpd.user === request.user ? { ...fpd, user: undefined } : fpd;
}

/** The imps with the first-party data this bidder may see, if imps have any (Java variant). */
function withImpDataOf({ auction, services }: Plan, bidder: string, shares: readonly ImpShare[]): readonly ImpShare[] {
  if (!services.dialect.fpd.coversImps) return shares;
  const isHidden = auction.impDataBidders?.has(bidder.toLowerCase()) === false;
  return shares.map((share) => {
    const ext = withImpData(share.ext, isHidden);
    return ext === share.ext ? share : { ...share, ext };
  });
}

function impsOf(plan: Plan, bidder: string, shares: readonly ImpShare[]): Imp[] {
  const { auction, floors } = plan;
  if (floors.noSignal.length > 0 && namesBidder(floors.noSignal, bidder)) {
    auction.diagnostics.warn(OWN, CODES.unknown, `noFloorSignal to bidder ${bidder}`, { debugOnly: true });
    return shares.map((share) => withoutFloor(assembleImp(share)));
  }
  if (!floors.factors && !floors.undo && !auction.floors) return shares.map(assembleImp);
  return shares.map((share) => withOwnFloor(share, bidder, plan));
}

/** The imp with the floor for this bidder. */
function withOwnFloor(share: ImpShare, bidder: string, plan: Plan): Imp {
  const { auction } = plan;
  const { factors, undo } = plan.floors;
  const { prices } = plan.services.dialect;
  const imp = assembleImp(share);
  if (auction.floors) setModelFloor(imp, share, bidder, plan);
  if (!imp.bidfloor) return imp;
  let floor = factors ? dividedFloor(imp.bidfloor, floorFactor(factors, bidder, imp), prices) : imp.bidfloor;
  if (undo) floor = undoneFloor(floor, imp, { rules: undo, names: prices.ruleNames([bidder]), convert: auction.convert, prices });
  if (floor === imp.bidfloor) return imp;
  imp.bidfloor = floor;
  if (imp.ext) imp.ext = withSignalledFloor(imp.ext, floor);
  return imp;
}

/** If the model's rules distinguish bidders, each has its own floor. */
function setModelFloor(imp: Imp, share: ImpShare, bidder: string, { auction, services: { dialect } }: Plan): void {
  const floor = floorOfBidder(auction, share.imp, bidder, dialect.floors);
  if (!floor) return;
  if (share.ext.srv?.floors) writeFloor(imp, floor, dialect.floors);
  imp.bidfloor = floor.floor;
  imp.bidfloorcur = floor.currency;
}

function withoutFloor({ bidfloor: _, bidfloorcur: __, ...imp }: Imp): Imp {
  return imp.ext ? { ...imp, ext: withSignalledFloor(imp.ext, undefined) } : imp;
}

function userOf({ auction, services, identity: { user, buyerUids, permissions } }: Plan, called: Called): User | undefined {
  let own = user;
  if (user?.eids && permissions.length > 0) {
    const eids = eidsFor(user.eids, permissions, called.bidder);
    if (eids !== user.eids) own = { ...user, eids };
  }
  if (own?.buyeruid) return own;
  const buyeruid = buyerUidFor(called, buyerUids, auction.uids, services.dialect.fanOut);
  return buyeruid ? { ...own, buyeruid } : own;
}
