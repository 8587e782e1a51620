/** The response to an AMP request, for the page's ad server. */

import { isObject } from '#src/json/merge.ts';
import type { Ext, ResponseExt } from '#src/openrtb/ext.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import type { Auction, ClientResponse } from '../../auction.ts';
import { responseExt } from '../../response/ext.ts';
import type { Services } from '../../services.ts';
import { customBidders, customTargeting } from './custom-targeting.ts';

type Keys = { [key: string]: string };

/** A creative is fetched by its cache id: a bid that is not cached cannot be rendered. */
const isCached = (keys: Keys): boolean => Object.keys(keys).some((key) => key.includes('_cache_id'));

/**
 * The key-values of all cached bids, later ones over earlier ones, with those of the complete response.
 * @param custom seats in lower case whose own key-values are included
 */
export function ampTargeting(
  { seatbid, ext }: Partial<BidResponse>,
  { ampTargeting: merge }: Pick<Services['dialect']['response'], 'ampTargeting'>,
  custom?: ReadonlySet<string>,
): Keys {
  const targeting: Keys = {};
  for (const { bid: bids, seat = '' } of seatbid ?? []) {
    const isCustom = custom?.has(seat.toLowerCase());
    for (const bid of bids ?? []) {
      const keys = bid.ext?.srv?.targeting;
      if (isObject(keys) && isCached(keys)) Object.assign(targeting, keys, isCustom ? customTargeting(bid) : undefined);
    }
  }
  const ofResponse = ext?.srv?.['targeting'];
  if (!isObject(ofResponse)) return targeting;
  return merge(targeting, ofResponse as Keys);
}

/** The part of the response's `ext` for an AMP page; empty fields are omitted. */
export function ampExt({ errors, warnings, debug, srv, seatnonbid }: ResponseExt): Ext {
  const ext: Ext = {};
  if (errors) ext['errors'] = errors;
  if (warnings) ext['warnings'] = warnings;
  if (debug) ext['debug'] = debug;
  const modules = srv?.['modules'];
  if (modules !== undefined) ext['srv'] = { modules };
  if (seatnonbid !== undefined) ext['seatnonbid'] = seatnonbid;
  return ext;
}

/** The HTTP response of an auction that ran. */
export function ampClientResponse(response: BidResponse, auction: Auction, services: Services): ClientResponse {
  const { config, dialect } = services;
  const targeting = ampTargeting(response, dialect.response, customBidders(config.amp.custom_targeting));
  return dialect.response.ampClientResponse(targeting, ampExt(response.ext ?? {}), auction, services);
}

/** The HTTP response of an auction that a module rejected: no targeting, only the modules' messages. */
export const ampModuleClientResponse = (auction: Auction, services: Services): ClientResponse =>
  services.dialect.response.ampClientResponse({}, ampExt(responseExt(auction, services)), auction, services);
