/** Rules of the Java variant about `ext.srv`. */

import { isObject } from '#src/json/merge.ts';
import type { EidPermission, PriceGranularity, RequestSrv, TargetingExt } from '#src/openrtb/ext.ts';
import { legacyGranularity } from '#src/openrtb/granularity.ts';
import type { JavaNames } from './names.ts';

/** Length of the longest key suffix. */
const LONGEST_SUFFIX = 11;

function granularityError({ precision, ranges }: PriceGranularity, title: string): string | undefined {
  if (precision !== undefined && precision < 0) return `${title} error: precision must be non-negative`;
  if (!ranges || ranges.length === 0) return `${title} error: empty granularity definition supplied`;
  let previous = 0;
  for (const { max, increment } of ranges) {
    if (max === undefined) return `${title} error: max value should not be missed`;
    if (increment === undefined || increment <= 0) return `${title} error: increment must be a nonzero positive number`;
    if (max < previous) return `${title} error: range list must be ordered with increasing "max"`;
    previous = max;
  }
  return undefined;
}

const MEDIA_TITLES = { banner: 'Banner', video: 'Video', native: 'XNative' } as const;

const unreadable = (type: keyof typeof MEDIA_TITLES): string =>
  `Error while parsing request.ext.srv.targeting.mediatypepricegranularity.${type === 'native' ? 'xNative' : type}`;

/** Checks of `targeting`. */
export function javaTargetingError(targeting: TargetingExt | undefined): string | undefined {
  if (!targeting) return undefined;
  const { pricegranularity: general, mediatypepricegranularity: byType, prefix = '', truncateattrchars } = targeting;
  const error = typeof general === 'object' ? granularityError(general, 'Price granularity') : undefined;
  if (error) return error;
  if (byType) {
    const types = (['banner', 'video', 'native'] as const).filter((type) => byType[type] !== undefined);
    if (types.length === 0) return 'Media type price granularity error: must have at least one media type present';
    for (const type of types) {
      const given = byType[type];
      if (typeof given === 'string' && !legacyGranularity(given)) return unreadable(type);
      const wrong = typeof given === 'object' ? granularityError(given, `${MEDIA_TITLES[type]} price granularity`) : undefined;
      if (wrong) return wrong;
    }
  }
  const over = prefix === '' || truncateattrchars === undefined ? 0 : prefix.length + LONGEST_SUFFIX - truncateattrchars;
  return over > 0 ? `ext.srv.targeting: decrease prefix length or increase truncateattrchars by ${over} characters` : undefined;
}

/** Codes other than their own that bidders may bid under. */
const alternatesOf = ({ alternatebiddercodes: codes }: RequestSrv): ReadonlySet<string> =>
  new Set(Object.values(codes?.bidders ?? {}).flatMap(({ allowedbiddercodes = [] }) => allowedbiddercodes));

/** Checks of price factors. */
export function javaFactorsError(srv: RequestSrv, names: JavaNames): string | undefined {
  const unknown = Object.keys(srv.alternatebiddercodes?.bidders ?? {}).find((bidder) => !names.isKnown(bidder));
  if (unknown !== undefined) return `request.ext.srv.alternatebiddercodes.bidders.${unknown} is not a known bidder or alias`;
  const alternates = alternatesOf(srv);
  const { mediatypes, ...general } = srv.bidadjustmentfactors ?? {};
  const lists: [string, object][] = [['', general]];
  for (const [type, factors] of Object.entries(isObject(mediatypes) ? mediatypes : {}))
    lists.push([`${type}.`, isObject(factors) ? factors : {}]);
  for (const [type, factors] of lists) {
    for (const [bidder, factor] of Object.entries(factors)) {
      const name = `request.ext.srv.bidadjustmentfactors.${type}${bidder}`;
      if (!names.isKnown(bidder) && !alternates.has(bidder)) return `${name} is not a known bidder or alias`;
      if (typeof factor !== 'number' || factor <= 0) return `${name} must be a positive number. Got ${Number(factor).toFixed(6)}`;
    }
  }
  return undefined;
}

/** Checks of user id permissions. @param warn receives unknown bidders */
export function javaEidPermissionsError(data: RequestSrv['data'], names: JavaNames, warn: (message: string) => void): string | undefined {
  for (const permission of (data?.eidpermissions ?? []) as readonly (EidPermission | null)[]) {
    if (permission === null) return "request.ext.srv.data.eidpermissions[i] can't be null";
    const { inserter, source, matcher, mm, bidders = [] } = permission;
    if (!inserter && !source && !matcher && mm === undefined) {
      return 'Missing required parameter(s) in request.ext.srv.data.eidPermissions[]. Either one or a combination of inserter, source, matcher, or mm should be defined.';
    }
    if (bidders.length === 0) return 'request.ext.srv.data.eidpermissions[].bidders[] required values but was empty or null';
    for (const bidder of bidders) {
      if (bidder === '*' || names.isKnown(bidder)) continue;
      warn(`request.ext.srv.data.eidPermissions[].bidders[] unrecognized biddercode: '${bidder}'`);
    }
  }
  return undefined;
}
