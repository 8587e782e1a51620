/** Geolocation by IP address if the device has no location and the account enables it (Java variant). */

import { maskIp } from '#src/privacy/ip.ts';
import type { Auction } from '../auction.ts';
import type { GeoLookup, Services } from '../services.ts';

/** Only the network is looked up, never the full address: whether the user consented to more is decided later. */
const ADDRESS_BITS = { ipv4: 24, ipv6: 56 } as const;

type Place = Awaited<ReturnType<GeoLookup['find']>>;

/** Fills `device.geo.country` and `.region` if they are empty; waits only if the lookup does. */
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

function fill({ request }: Auction, place: Place): void {
  const { device } = request;
  if (!place?.country || !device) return;
  const { country, region } = place;
  device.geo = { ...device.geo, country, ...(region && !device.geo?.region && { region }) };
}
