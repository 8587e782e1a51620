/** The response to an AMP request, for the page's ad server. */

import { isObject } from '#src/json/merge.ts';
import type { Ext, ResponseExt } from '#src/openrtb/ext.ts';
import type { BidResponse } from '#src/openrtb/ortb.ts';
import type { Auction, ClientResponse } from '../../auction.ts';
import { jsonClientResponse } from '../../response/client-response.ts';
import { responseExt } from '../../response/ext.ts';
import type { Services } from '../../services.ts';
import { isJavaShape } from '../../shape.ts';
import { customBidders, customTargeting } from './custom-targeting.ts';

type Keys = { [key: string]: string };

/** The Go variant's content type, which the page's runtime reads without a preflight. */
const TEXT = 'text/plain; charset=utf-8';

/** A creative is fetched by its cache id: a bid that is not cached cannot be rendered. */
const isCached = (keys: Keys): boolean => Object.keys(keys).some((key) => key.includes('_cache_id'));

/**
 * The key-values of all cached bids, later ones over earlier ones, with those of the response.
 * @param responseWins the response's own override the bids' (Java variant) instead of the reverse
 * @param custom seats, in lower case, whose own key-values are included
 */
export function ampTargeting({ seatbid, ext }: Partial<BidResponse>, responseWins: boolean, custom?: ReadonlySet<string>): Keys {
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
  return (responseWins ? { ...targeting, ...ofResponse } : { ...ofResponse, ...targeting }) as Keys;
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

function bodyOf(targeting: Keys, ext: Ext, auction: Auction, services: Services): ClientResponse {
  const isJava = isJavaShape(services.config);
  const body = { targeting, ...(Object.keys(ext).length > 0 ? { ext } : {}), ...(isJava ? {} : { ortb2: { ext } }) };
  if (isJava) return jsonClientResponse(body, auction, services);
  const clientResponse = jsonClientResponse(body, auction, services, TEXT);
  return { ...clientResponse, body: `${clientResponse.body}\n` };
}

/** The HTTP response of an auction that ran. */
export function ampClientResponse(response: BidResponse, auction: Auction, services: Services): ClientResponse {
  const { amp } = services.config;
  const targeting = ampTargeting(response, isJavaShape(services.config), customBidders(amp.custom_targeting));
  return bodyOf(targeting, ampExt(response.ext ?? {}), auction, services);
}

/** The HTTP response of an auction that a module rejected: no targeting, only the modules' messages. */
export const ampModuleClientResponse = (auction: Auction, services: Services): ClientResponse =>
  bodyOf({}, ampExt(responseExt(auction, services)), auction, services);
