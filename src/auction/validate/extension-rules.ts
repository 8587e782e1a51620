/** Rules about fields of `ext.srv` that name bidders or the channel. */

import { isObject } from '#src/json/merge.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { noSaleError } from '#src/privacy/no-sale.ts';
import { bidderListError, isBidderOrAlias, type Names } from './bidder-names.ts';

/** Price factors: positive, for known bidders, one spelling each. */
export function factorsError(factors: RequestSrv['bidadjustmentfactors'], names: Names): string | undefined {
  const seen = new Set<string>();
  for (const [bidder, factor] of Object.entries(factors ?? {})) {
    if (bidder === 'mediatypes' && isObject(factor)) continue;
    const name = `request.ext.srv.bidadjustmentfactors.${bidder}`;
    if (typeof factor !== 'number' || factor <= 0) return `${name} must be a positive number. Got ${Number(factor).toFixed(6)}`;
    const core = names.aliases.has(bidder) ? undefined : names.bidders.active(bidder)?.code;
    if (core !== undefined && seen.has(core)) return 'cannot have multiple bidders that differ only in case style';
    if (core !== undefined) seen.add(core);
    else if (!names.aliases.has(bidder)) return `${name} is not a known bidder or alias`;
  }
  return undefined;
}

/** At most one supply chain per bidder. */
export function schainsError(schains: RequestSrv['schains']): string | undefined {
  const seen = new Set<string>();
  for (const { bidders = [] } of schains ?? []) {
    for (const bidder of bidders) {
      if (seen.has(bidder)) {
        return `request.ext.srv.schains contains multiple schains for bidder ${bidder}; it must contain no more than one per bidder.`;
      }
      seen.add(bidder);
    }
  }
  return undefined;
}

/** Permissions of user ids: one entry per source, known bidders, the wildcard on its own. */
export function eidPermissionsError(data: RequestSrv['data'], names: Names): string | undefined {
  const seen = new Set<string>();
  for (const [i, { source = '', bidders = [] }] of (data?.eidpermissions ?? []).entries()) {
    const name = `request.ext.srv.data.eidpermissions[${i}]`;
    if (source === '') return `${name} missing required field: "source"`;
    if (seen.has(source)) return `${name} duplicate entry with field: "source"`;
    seen.add(source);
    if (bidders.length === 0) return `${name} missing or empty required field: "bidders"`;
    const error = bidderListError(bidders, names);
    if (error) return `${name} contains ${error}`;
  }
  return undefined;
}

/** A channel has a name; app and AMP requests get a default. */
export function channelError(request: BidRequest, isAmp: boolean): string | undefined {
  const channel = request.ext?.srv?.channel;
  if (channel) return channel.name ? undefined : "ext.srv.channel.name can't be empty";
  const name = isAmp ? 'amp' : request.app ? 'app' : undefined;
  if (!name) return undefined;
  request.ext ??= {};
  request.ext.srv ??= {};
  request.ext.srv.channel = { name, version: '' };
  return undefined;
}

/** A cache object names what to cache. */
export function cacheError(cache: RequestSrv['cache']): string | undefined {
  if (!cache || cache.bids || cache.vastxml) return undefined;
  return 'request.ext is invalid: request.ext.srv.cache requires one of the "bids" or "vastxml" properties';
}

/** Exemptions from the sale opt-out: all, or core bidders (including disabled ones) and aliases, case-sensitive. */
export function noSaleListError(nosale: RequestSrv['nosale'], { bidders, aliases }: Names): string | undefined {
  if (!nosale || nosale.length === 0) return undefined;
  const error = noSaleError(nosale, (name) => aliases.has(name) || bidders.known(name)?.code === name);
  return error && `request.ext.srv.nosale is invalid: ${error}`;
}

/** `user.ext.srv` holds ids, each under a bidder's name or an alias. */
export function buyerIdsError(user: BidRequest['user'], names: Names): string | undefined {
  const srv = user?.ext?.srv;
  if (!srv) return undefined;
  const bidders = Object.keys(srv.buyeruids ?? {});
  if (bidders.length === 0) {
    return 'request.user.ext.srv requires a "buyeruids" property with at least one ID defined. If none exist, then request.user.ext.srv should not be defined.';
  }
  const unknown = bidders.find((bidder) => !isBidderOrAlias(bidder, names));
  return unknown === undefined
    ? undefined
    : `request.user.ext.${unknown} is neither a known bidder name nor an alias in request.ext.srv.aliases`;
}
