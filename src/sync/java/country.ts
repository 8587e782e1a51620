/** The country of a sync request's caller: it decides whether the GDPR applies if the request has no signal. */

import { networkOf } from '#src/auction/enrich/geo.ts';
import type { Services } from '#src/auction/services.ts';
import { findClientIp, privateNetworksOf } from '#src/auction/validate/client-ip.ts';
import type { Caller } from '../cookie-sync.ts';
import type { SyncSignals } from '../privacy.ts';

/** The signals with the country of the caller's network, if they lack a scope and the host locates networks. */
export async function located(signals: SyncSignals, caller: (() => Caller) | undefined, { geo, config }: Services): Promise<SyncSignals> {
  if (!geo || !caller || signals.gdprSignal !== -1 || !config.rules.locatesForGdpr) return signals;
  const address = findClientIp(caller(), privateNetworksOf(config));
  if (!address) return signals;
  const network = networkOf(address.version === 4 ? { ip: address.text } : { ipv6: address.text });
  try {
    return { ...signals, country: (await geo.find(network))?.country };
  } catch {
    // A failing lookup leaves the host's default.
    return signals;
  }
}
