/** The services `/status` is to tell of (`health_check`). */
import type { Services } from './auction/services.ts';
import type { Probe } from './outside/part-status.ts';
import type { OpenStores } from './stores/open.ts';

/** Any address: what is asked is whether look-ups work. */
const SOME_ADDRESS = '8.8.8.8';

/** Those that are switched on. */
export function probesOf({ config: { health_check }, geo }: Services, stores: Pick<OpenStores, 'askDatabase'>): Probe[] {
  const { database, geolocation } = health_check;
  const askGeo = async (): Promise<void> => {
    if (!geo) throw new Error('no look-up of places is configured');
    await geo.find(SOME_ADDRESS);
  };
  return [
    ...(database.enabled ? [{ name: 'database', everyMs: database.refresh_period_ms, ask: () => stores.askDatabase() }] : []),
    ...(geolocation.enabled ? [{ name: 'geolocation', everyMs: geolocation.refresh_period_ms, ask: askGeo }] : []),
  ];
}
