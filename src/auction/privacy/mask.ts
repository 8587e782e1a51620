/**
 * A request masked by a decision: for bidders, and for the copies of analytics, modules and taps.
 * Page: docs/stages/privacy.md#what-is-removed.
 */
import type { Account } from '#src/config/account.ts';
import type { BidRequest, Device, User } from '#src/openrtb/ortb.ts';
import { type BidderPrivacy, removesNothing } from './decision.ts';
import {
  isBlank,
  withCoarseGeo,
  withGeo,
  withMaskedIp,
  withoutDemographics,
  withoutDeviceIds,
  withoutEids,
  withoutImpTids,
  withoutTid,
  withoutUserData,
  withoutUserExt,
  withoutUserGeo,
} from './mask-fields.ts';

/** Address bits to retain if an account's own numbers are invalid: the default. */
const MASK_BITS = { ipv4: { max: 32, default: 24 }, ipv6: { max: 128, default: 56 } } as const;

const prefixBits = (account: Account, kind: 'ipv4' | 'ipv6'): number => {
  const bits = account.privacy[kind].anon_keep_bits;
  return bits >= 0 && bits <= MASK_BITS[kind].max ? bits : MASK_BITS[kind].default;
};

/**
 * Removes what `decision` restricts. Unmasked parts are shared with `request`, which is not modified; if nothing is removed, it is returned
 * itself. Masking is idempotent.
 */
export function maskRequest(request: BidRequest, decision: BidderPrivacy, account: Account): BidRequest {
  if (removesNothing(decision)) return request;
  const user = request.user && maskUser(request.user, decision);
  const device = request.device && maskDevice(request.device, decision, account);
  const source = request.source && !decision.mayPassTid ? withoutTid(request.source) : request.source;
  const imp = decision.mayPassTid ? request.imp : withoutImpTids(request.imp);
  if (user === request.user && device === request.device && source === request.source && imp === request.imp) return request;
  const masked = { ...request, imp, ...(user && { user }), ...(device && { device }), ...(source && { source }) };
  return decision.masksProfile ? withoutEmpty(masked, request) : masked;
}

/** The request without the objects of `before` that masks left empty (Java variant). */
function withoutEmpty(masked: BidRequest, before: BidRequest): BidRequest {
  const some = { ...masked };
  for (const part of ['user', 'device', 'source'] as const) {
    const object = masked[part];
    if (object && object !== before[part] && isBlank(object)) delete some[part];
  }
  return some;
}

function maskUser(user: User, decision: BidderPrivacy): User {
  let masked = user;
  if (!decision.mayPassUfpd || (decision.masksProfile && !decision.mayPassIds)) {
    masked = withoutUserExt(withoutUserData(masked), 'data');
    if (decision.masksProfile) masked = withoutUserGeo(masked);
  } else if (!decision.mayPassIds) masked = withoutDemographics(masked);
  if (decision.masksProfile) {
    // Eids have a decision of their own.
    if (decision.mayPassEids === false) masked = withoutEids(masked, decision.allowedEidSources);
  } else if (!decision.mayPassUfpd) masked = withoutEids(masked);
  else if (!decision.mayPassIds || decision.mayPassEids === false) masked = withoutEids(masked, decision.allowedEidSources);
  // The Java variant counts the user's location as part of the profile.
  if (decision.masksProfile) return masked;
  return decision.mayPassPreciseGeo && !decision.emptiesGeo ? masked : withGeo(masked, decision.emptiesGeo === true);
}

function maskDevice(device: Device, decision: BidderPrivacy, account: Account): Device {
  let masked = device;
  if (!decision.mayPassIds || !decision.mayPassUfpd) masked = withoutDeviceIds(masked);
  if (decision.mayPassPreciseGeo && !decision.emptiesGeo) return masked;
  masked = maskAddress(masked, account);
  return decision.masksProfile && !decision.emptiesGeo ? withCoarseGeo(masked) : withGeo(masked, decision.emptiesGeo === true);
}

/** The device with its addresses truncated to the account's prefixes. */
export const maskAddress = (device: Device, account: Account): Device =>
  withMaskedIp(device, prefixBits(account, 'ipv4'), prefixBits(account, 'ipv6'));
