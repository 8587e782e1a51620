/** A request as a decision leaves it: for bidders, and for the copies analytics, modules and taps get. */
import type { Account } from '#src/config/account.ts';
import type { BidRequest, Device, User } from '#src/wire/ortb.ts';
import { type BidderPrivacy, leavesAll } from './decision.ts';
import {
  withGeo,
  withMaskedIp,
  withoutDemographics,
  withoutDeviceIds,
  withoutEids,
  withoutImpTids,
  withoutTid,
  withoutUserData,
  withoutUserExt,
} from './mask-fields.ts';

/** Bits of an address that stay, of an account whose own numbers make no sense: the default. */
const KEEP = { ipv4: { most: 32, default: 24 }, ipv6: { most: 128, default: 56 } } as const;

const keepBits = (account: Account, kind: 'ipv4' | 'ipv6'): number => {
  const bits = account.privacy[kind].anon_keep_bits;
  return bits >= 0 && bits <= KEEP[kind].most ? bits : KEEP[kind].default;
};

/**
 * Cuts what `decision` takes away (table of privacy.md section 2; eids by decisions row 31). What is left alone is shared
 * with `request`, which is not written to; where nothing is cut it is handed back itself. Masking twice changes nothing more.
 */
export function maskRequest(request: BidRequest, decision: BidderPrivacy, account: Account): BidRequest {
  if (leavesAll(decision)) return request;
  const user = request.user && maskUser(request.user, decision);
  const device = request.device && maskDevice(request.device, decision, account);
  const source = request.source && !decision.mayPassTid ? withoutTid(request.source) : request.source;
  const imp = decision.mayPassTid ? request.imp : withoutImpTids(request.imp);
  if (user === request.user && device === request.device && source === request.source && imp === request.imp) return request;
  return { ...request, imp, ...(user && { user }), ...(device && { device }), ...(source && { source }) };
}

function maskUser(user: User, decision: BidderPrivacy): User {
  let masked = user;
  if (!decision.mayPassUfpd) masked = withoutUserExt(withoutUserData(masked), 'data');
  else if (!decision.mayPassIds) masked = withoutDemographics(masked);
  if (!decision.mayPassUfpd) masked = withoutEids(masked);
  else if (!decision.mayPassIds || decision.mayPassEids === false) masked = withoutEids(masked, decision.keptEidSources);
  return decision.mayPassPreciseGeo && !decision.emptiesGeo ? masked : withGeo(masked, decision.emptiesGeo === true);
}

function maskDevice(device: Device, decision: BidderPrivacy, account: Account): Device {
  let masked = device;
  if (!decision.mayPassIds || !decision.mayPassUfpd) masked = withoutDeviceIds(masked);
  if (decision.mayPassPreciseGeo && !decision.emptiesGeo) return masked;
  masked = withMaskedIp(masked, keepBits(account, 'ipv4'), keepBits(account, 'ipv6'));
  return withGeo(masked, decision.emptiesGeo === true);
}
