/** The answer of an AMP page's call: what its ad server is told (amp-and-video.md sections 5 and 6.9; decisions row 26). */
import type { Ext, ResponseExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidResponse } from '#src/wire/ortb.ts';
import type { Auction, Reply } from '../auction.ts';
import { responseExt } from '../respond/ext.ts';
import { jsonReply } from '../respond/reply.ts';
import type { Services } from '../services.ts';
import { isJavaShape } from '../shape.ts';
import { customBidders, customTargeting } from './custom-targeting.ts';

type Keys = { [key: string]: string };

/** The Go variant's content type, by which the page's runtime reads the answer without a preflight. */
const TEXT = 'text/plain; charset=utf-8';

/** A creative is fetched by its cache id: a bid that is not cached cannot be shown. */
const isCached = (keys: Keys): boolean => Object.keys(keys).some((key) => key.includes('_cache_id'));

/**
 * The key-values of all cached bids, later ones over earlier ones, with those of the whole response.
 * @param responseWins the response's own go over the bids' (Java variant) instead of under them
 * @param custom seats, in small letters, whose own key-values are told as well
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

/** What of the response's `ext` an AMP page hears; members without content are left out. */
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

function bodyOf(targeting: Keys, ext: Ext, auction: Auction, services: Services): Reply {
  const isJava = isJavaShape(services.config);
  const body = { targeting, ...(Object.keys(ext).length > 0 ? { ext } : {}), ...(isJava ? {} : { ortb2: { ext } }) };
  if (isJava) return jsonReply(body, auction, services);
  const reply = jsonReply(body, auction, services, TEXT);
  return { ...reply, body: `${reply.body}\n` };
}

/** The reply of an auction that ran. */
export function ampReply(response: BidResponse, auction: Auction, services: Services): Reply {
  const { amp } = services.config;
  const targeting = ampTargeting(response, isJavaShape(services.config), customBidders(amp.custom_targeting));
  return bodyOf(targeting, ampExt(response.ext ?? {}), auction, services);
}

/** The reply of an auction that a module turned away: no targeting, and what modules have to say. */
export const ampModuleReply = (auction: Auction, services: Services): Reply =>
  bodyOf({}, ampExt(responseExt(auction, services)), auction, services);
