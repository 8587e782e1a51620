/** Health checks of services for `/status` (`health_check`). */
import type { Services } from '#src/auction/services.ts';
import type { OpenStores } from '#src/stores/open.ts';
import type { Probe } from './dependency-status.ts';

/** The enabled ones. */
export function healthChecksOf({ config: { health_check }, geo }: Services, stores: Pick<OpenStores, 'pingDatabase'>): Probe[] {
  const { database, geolocation } = health_check;
  const probeGeo = async (): Promise<void> => {
    if (!geo) throw new Error('no geolocation is configured');
    geo.check?.();
  };
  return [
    ...(database.enabled ? [{ name: 'database', everyMs: database.refresh_period_ms, probe: () => stores.pingDatabase() }] : []),
    ...(geolocation.enabled ? [{ name: 'geolocation', everyMs: geolocation.refresh_period_ms, probe: probeGeo }] : []),
  ];
}
