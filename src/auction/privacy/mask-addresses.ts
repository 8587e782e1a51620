/** Masks the addresses of users whose consent string does not permit precise geolocation (Java variant). */

import type { Device } from '#src/openrtb/ortb.ts';
import type { TcfConsent } from '#src/privacy/tcf.ts';
import type { Auction, RequestType } from '../auction.ts';
import { maskAddress } from './mask.ts';
import type { PrivacySettings } from './settings.ts';

const PRECISE_GEO = 1;

/**
 * Whether addresses are masked for all recipients, whatever single bidders may receive: if TCF is enabled for the request type (in scope or
 * not) and a decodable string does not opt in to special feature 1.
 */
export const mayMaskAddresses = ({ gdpr }: PrivacySettings, tcf: TcfConsent | undefined, requestType: RequestType): boolean =>
  gdpr.masksAddresses && tcf !== undefined && gdpr.isEnabled(requestType) && !tcf.specialFeature(PRECISE_GEO);

/** Masks the addresses of the auction's requests and of the first-party data of its bidders; copies replace the devices. */
export function maskAddresses({ request, resolvedRequest, fpd, account }: Auction): void {
  const mask = (device: Device): Device => maskAddress(device, account);
  for (const shared of [request, resolvedRequest]) if (shared?.device) shared.device = mask(shared.device);
  for (const [bidder, data] of fpd) if (data.device) fpd.set(bidder, { ...data, device: mask(data.device) });
}
