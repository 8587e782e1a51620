/** Masks the addresses of users whose consent string does not permit precise geolocation (Java variant). */

import type { Account } from '#src/config/account.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { TcfConsent } from '#src/privacy/tcf.ts';
import type { RequestType } from '../auction.ts';
import { withMaskedIp } from './mask-fields.ts';
import type { PrivacySettings } from './settings.ts';

const PRECISE_GEO = 1;

/**
 * Whether addresses are masked for all recipients, whatever single bidders may receive: if TCF is enabled for the request type (in scope or
 * not) and a decodable string does not opt in to special feature 1.
 */
export const mayMaskAddresses = ({ gdpr }: PrivacySettings, tcf: TcfConsent | undefined, requestType: RequestType): boolean =>
  gdpr.masksAddresses && tcf !== undefined && gdpr.isEnabled(requestType) && !tcf.specialFeature(PRECISE_GEO);

/** Masks the request's addresses; a copy replaces the device. */
export function maskAddresses(request: BidRequest, { privacy: { ipv4, ipv6 } }: Account): void {
  if (request.device) request.device = withMaskedIp(request.device, ipv4.anon_keep_bits, ipv6.anon_keep_bits);
}
