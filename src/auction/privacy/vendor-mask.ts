/**
 * The copy of a request that a hook module sends to its vendor, masked as the Java variant masks it: unlike bidders' copies, eids depend
 * only on transmitEids, and `user.geo` only on transmitUfpd.
 */

import type { Account } from '#src/config/account.ts';
import type { BidRequest, Device, Source, User } from '#src/openrtb/ortb.ts';
import type { Services } from '../services.ts';
import { type BidderPrivacy, removesNothing, unlimited, type VendorActivity } from './decision.ts';
import { maskAddress } from './mask.ts';
import {
  withCoarseGeo,
  withoutDeviceIds,
  withoutEids,
  withoutTid,
  withoutUserData,
  withoutUserExt,
  withoutUserGeo,
} from './mask-fields.ts';
import { privacySettings } from './settings.ts';

/** What the account's activity rules restrict for the module `name`. Evaluated without a request, like `componentPrivacy`. */
export function vendorPrivacy(
  name: string,
  account: Account,
  { config }: Pick<Services, 'config'>,
  denied: readonly VendorActivity[],
): BidderPrivacy {
  const { activities } = privacySettings(config, account);
  return vendorDecision(
    (activity) => !denied.includes(activity) && (activities.isEmpty || activities.isAllowed(activity, { type: 'general', name })),
  );
}

/** The decision for a vendor. */
export const vendorDecision = (isAllowed: (activity: VendorActivity) => boolean): BidderPrivacy => ({
  ...unlimited,
  mayPassUfpd: isAllowed('transmitUfpd'),
  mayPassEids: isAllowed('transmitEids'),
  mayPassPreciseGeo: isAllowed('transmitPreciseGeo'),
  mayPassTid: isAllowed('transmitTid'),
});

/** The masked request; unmasked parts are shared, and `request` is not modified. */
export function maskForVendor(request: BidRequest, decision: BidderPrivacy, account: Account): BidRequest {
  if (removesNothing(decision)) return request;
  const { user, device, source } = request;
  return {
    ...request,
    ...(user && { user: maskUser(user, decision) }),
    ...(device && { device: maskDevice(device, decision, account) }),
    ...(source && { source: maskSource(source, decision) }),
  };
}

/** Fields of `user.ext` with user data: first-party data, and the email address, phone number and postcode that publishers pass to Optable. */
const DATA_FIELDS = ['data', 'optable'];

function maskUser(user: User, { mayPassUfpd, mayPassEids }: BidderPrivacy): User {
  const masked = mayPassUfpd ? user : withoutUserGeo(DATA_FIELDS.reduce(withoutUserExt, withoutUserData(user)));
  return mayPassEids === false ? withoutEids(masked) : masked;
}

function maskDevice(device: Device, decision: BidderPrivacy, account: Account): Device {
  const masked = decision.mayPassUfpd ? device : withoutDeviceIds(device);
  return decision.mayPassPreciseGeo ? masked : withCoarseGeo(maskAddress(masked, account));
}

const maskSource = (source: Source, { mayPassTid, mayPassUfpd }: BidderPrivacy): Source =>
  mayPassTid && mayPassUfpd ? source : withoutTid(source);
