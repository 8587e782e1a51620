/** Addresses of users whose consent string says nothing of their precise place (Java variant, auction-request.md 1.2 step 24). */
import type { Channel } from '#src/auction/auction.ts';
import type { Account } from '#src/config/account.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { withMaskedIp } from './mask-fields.ts';
import type { PrivacySettings } from './settings.ts';
import type { TcfConsent } from './tcf.ts';

const PRECISE_GEO = 1;

/**
 * Whether the addresses are cut for everybody, whatever single bidders may have: where TCF is on for the channel (in scope or
 * not) and a readable string does not opt in to special feature 1.
 */
export const cutsAddresses = ({ gdpr }: PrivacySettings, tcf: TcfConsent | undefined, channel: Channel): boolean =>
  gdpr.masksAddresses && tcf !== undefined && gdpr.isEnabled(channel) && !tcf.specialFeature(PRECISE_GEO);

/** Cuts the request's addresses; a copy takes the device's place. */
export function cutAddresses(request: BidRequest, { privacy: { ipv4, ipv6 } }: Account): void {
  if (request.device) request.device = withMaskedIp(request.device, ipv4.anon_keep_bits, ipv6.anon_keep_bits);
}
