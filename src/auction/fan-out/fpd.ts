/** Puts a bidder's first-party data into its request. */

import type { BidRequest, User } from '#src/openrtb/ortb.ts';
import type { FirstPartyData } from '../auction.ts';
import { ANY_BIDDER } from '../enrich/fpd/resolve.ts';
import { withoutBuyerUids } from './buyer-uid.ts';
import type { Called } from './identity.ts';

/** The data of one bidder: stored under an alias's own name, else under the core name, else under the entry for all others. */
export const fpdOf = (fpd: ReadonlyMap<string, FirstPartyData>, { bidder, known, isAlias }: Called): FirstPartyData | undefined =>
  fpd.get(isAlias ? bidder : known.code) ?? fpd.get(ANY_BIDDER);

/**
 * A request with the bidder's own objects. The id and the permitted eids computed for the bidder remain.
 * @param hasOwnEids the data itself contains eids: they are the publisher's choice for this bidder and are not filtered
 */
export function withFpd(request: BidRequest, fpd: FirstPartyData | undefined, hasOwnEids: boolean): BidRequest {
  if (!fpd) return request;
  const own = { ...request };
  if (fpd.site) own.site = fpd.site;
  if (fpd.app) own.app = fpd.app;
  if (fpd.dooh) own.dooh = fpd.dooh;
  if (fpd.device) own.device = fpd.device;
  if (fpd.user) own.user = userOf(request.user, fpd.user, hasOwnEids);
  return own;
}

function userOf(known: User | undefined, given: User, hasOwnEids: boolean): User {
  const user = withoutBuyerUids(given);
  if (!known) return user;
  return { ...user, buyeruid: known.buyeruid || user.buyeruid, eids: hasOwnEids ? user.eids : known.eids };
}

/** If the data adds a second inventory object, the first of app, dooh and site counts (Java variant, not strict). */
export function limitToOneInventory(request: BidRequest): BidRequest {
  const { app, dooh, site } = request;
  if (app && (dooh || site)) return { ...request, dooh: undefined, site: undefined };
  return dooh && site ? { ...request, site: undefined } : request;
}
