/** A demo host on ephemeral ports, for the console's tests. */
import type { Duplex } from 'node:stream';
import { loadConfig } from '#src/config/load.ts';
import { startDemoBidder } from '#src/demo/bidder-server.ts';
import { demoSettings } from '#src/demo/host.ts';
import { makeHost } from '#src/host/host.ts';
import { silentLog } from '#src/platform/log.ts';

export interface DemoHost {
  readonly origin: string;
  readonly adminOrigin: string;
  /** Closes the connections of all taps. */
  dropTaps(): void;
  stop(): Promise<void>;
}

/** @param over settings merged over those of the demo host */
export async function startDemoHost(over: object = {}): Promise<DemoHost> {
  const demo = await startDemoBidder();
  const base = { host: '127.0.0.1', port: 0, admin_port: 0, admission: { max_wait_ms: 60_000 }, warm_up_auctions: 0 };
  const gdpr = { default_value: '0', vendorlist: { live: { enabled: false } } };
  const host = await makeHost(loadConfig(undefined, {}, { ...demoSettings(demo.origin), ...base, gdpr, ...over }), silentLog, {
    demo: true,
  });
  const { port, adminPort } = await host.listen();
  const taps: Duplex[] = [];
  host.admin.server.on('upgrade', (_request, socket: Duplex) => taps.push(socket));
  return {
    origin: `http://127.0.0.1:${port}`,
    adminOrigin: `http://127.0.0.1:${adminPort}`,
    dropTaps: () => {
      for (const socket of taps.splice(0)) socket.destroy();
    },
    stop: async () => {
      await host.stop(0);
      await demo.close();
    },
  };
}

const banner = { format: [{ w: 300, h: 250 }] };

/** A request for both bidders of the demo host. */
export function requestOf(id: string, params: object = {}, imp: object = {}, rest: object = {}): object {
  return {
    id,
    imp: [{ id: 'top', banner, ext: { prebid: { bidder: { demo: params, generic: {} } } }, ...imp }],
    site: { page: 'https://publisher.example/', publisher: { id: 'demo' } },
    tmax: 5000,
    ext: { prebid: { targeting: {}, returnallbidstatus: true } },
    ...rest,
  };
}
