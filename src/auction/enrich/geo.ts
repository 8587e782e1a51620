/** Where the device is, looked up by its address when it does not say and its account wants that (Java variant). */
import type { Auction } from '#src/auction/auction.ts';
import type { GeoLookup, Services } from '#src/auction/services.ts';
import { maskIp } from '../privacy/ip.ts';

/** What is looked up is the network, never the very address: whether the user opted in to more is decided later. */
const KEPT_BITS = { ipv4: 24, ipv6: 56 } as const;

type Place = Awaited<ReturnType<GeoLookup['find']>>;

/** Fills `device.geo.country` and `.region` where they are empty; waits only where the look-up does. */
export function lookUpGeo(auction: Auction, { geo }: Services): void | Promise<void> {
  if (!geo || !auction.account.settings.geo_lookup) return;
  const { device } = auction.request;
  if (!device || device.geo?.country) return;
  const network = device.ip ? maskIp(device.ip, KEPT_BITS.ipv4) : maskIp(device.ipv6 ?? '', KEPT_BITS.ipv6);
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
