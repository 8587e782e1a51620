/** Geolocation by IP address if the device has no location: for accounts that enable it, and for the GDPR's scope (Java variant). */

import type { Device, Geo } from '#src/openrtb/ortb.ts';
import { gdprSignal } from '#src/privacy/gdpr-signal.ts';
import { maskIp } from '#src/privacy/ip.ts';
import { isSwitchedOn } from '../account-switch.ts';
import type { Auction } from '../auction.ts';
import type { FoundPlace, Services } from '../services.ts';

/** Only the network is looked up, never the full address: whether the user consented to more is decided later. */
const ADDRESS_BITS = { ipv4: 24, ipv6: 56 } as const;

/** The network of an address; empty: there is none. */
export const networkOf = ({ ip, ipv6 }: Pick<Device, 'ip' | 'ipv6'>): string =>
  ip ? maskIp(ip, ADDRESS_BITS.ipv4) : maskIp(ipv6 ?? '', ADDRESS_BITS.ipv6);

/** Fills the empty fields of a `device.geo` without a country, or only notes the country; waits only if the lookup does. */
export function lookUpGeo(auction: Auction, services: Services): void | Promise<void> {
  const { geo } = services;
  const { device } = auction.request;
  if (!geo || !device || device.geo?.country) return;
  const use = auction.account.settings.geo_lookup ? fill : decidesScope(auction, services) ? noteCountry : undefined;
  const network = use ? networkOf(device) : '';
  if (!use || network === '') return;
  const found = geo.find(network);
  if (found instanceof Promise)
    return found.then(
      (place) => use(auction, place),
      () => {},
    );
  use(auction, found);
}

/** Whether the country of the device would decide if the GDPR applies. */
function decidesScope({ request: { regs, user }, account, requestType }: Auction, { config }: Services): boolean {
  const { gdpr, rules } = config;
  if (!rules.locatesForGdpr || !gdpr.enabled || user?.geo?.country) return false;
  return gdprSignal(regs, rules.olderPrivacyFieldsWin) === -1 && isSwitchedOn(account.gdpr, requestType, gdpr.tcf2.enabled);
}

function noteCountry(auction: Auction, place: FoundPlace | undefined): void {
  auction.networkCountry = place?.country;
}

function fill({ request }: Auction, place: FoundPlace | undefined): void {
  const { device } = request;
  if (!place?.country || !device) return;
  device.geo = { ...place, ...filledFields(device.geo) };
}

const filledFields = (geo: Geo | undefined): Geo =>
  Object.fromEntries(Object.entries(geo ?? {}).filter(([, value]) => value !== undefined && value !== ''));
