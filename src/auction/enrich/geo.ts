/** Geolocation by IP address if the device has no location and the account enables it (Java variant). */

import type { Geo } from '#src/openrtb/ortb.ts';
import { maskIp } from '#src/privacy/ip.ts';
import type { Auction } from '../auction.ts';
import type { FoundPlace, Services } from '../services.ts';

/** Only the network is looked up, never the full address: whether the user consented to more is decided later. */
const ADDRESS_BITS = { ipv4: 24, ipv6: 56 } as const;

/** Fills the empty fields of a `device.geo` without a country; waits only if the lookup does. */
export function lookUpGeo(auction: Auction, { geo }: Services): void | Promise<void> {
  if (!geo || !auction.account.settings.geo_lookup) return;
  const { device } = auction.request;
  if (!device || device.geo?.country) return;
  const network = device.ip ? maskIp(device.ip, ADDRESS_BITS.ipv4) : maskIp(device.ipv6 ?? '', ADDRESS_BITS.ipv6);
  if (network === '') return;
  const found = geo.find(network);
  if (found instanceof Promise)
    return found.then(
      (place) => fill(auction, place),
      () => {},
    );
  fill(auction, found);
}

function fill({ request }: Auction, place: FoundPlace | undefined): void {
  const { device } = request;
  if (!place?.country || !device) return;
  device.geo = { ...place, ...filledFields(device.geo) };
}

const filledFields = (geo: Geo | undefined): Geo =>
  Object.fromEntries(Object.entries(geo ?? {}).filter(([, value]) => value !== undefined && value !== ''));
