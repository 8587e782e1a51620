/** The host's services for the warm-up, without side effects: nothing but its own bidder is called, counted or stored. */
import { healthTransitions } from '#machines/bidder-health.ts';
import type { Services } from '#src/auction/services.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { Transport } from '#src/net/transport.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';
import { EventBus } from '#streams/events.ts';

const NO_VENDORS: VendorList = { specVersion: 3, version: 1, vendor: () => undefined };

/** A bidder with plain OpenRTB; its requests are compressed if an enabled bidder's are. */
function warmBidder({ all }: Services['bidders'], core: KnownBidder): KnownBidder {
  const compressed = [...all.values()].some(({ info }) => info.enabled && info.endpointCompression === 'gzip');
  const endpointCompression = compressed ? ('gzip' as const) : undefined;
  return { code: 'warm', adapter: core.adapter, syncKey: 'warm', info: { ...core.info, enabled: true, endpointCompression } };
}

/** Every call goes to the bidder in this process: an adapter has the address of its partner. */
const callsOnly = (endpoint: string, transport: Transport): Transport => ({
  send: (outgoing, done) => transport.send({ ...outgoing, uri: endpoint }, done),
  close: () => transport.close(),
});

/**
 * @param core the bidder with plain OpenRTB
 * @param endpoint address of the bidder in this process
 */
export function warmUpServices(services: Services, core: KnownBidder, endpoint: string, transport: Transport): Services {
  const { config, random, bidCache } = services;
  const metrics = new MetricsRegistry();
  const bidder = warmBidder(services.bidders, core);
  return {
    ...services,
    // The listener of the warm-up is a plain one.
    config: { ...config, tls: { ...config.tls, cert: '' } },
    log: silentLog,
    metrics,
    bus: new EventBus(),
    health: new HealthTracker(config.http_client, { random, metrics, log: silentLog, transitions: healthTransitions }),
    bidders: {
      ...services.bidders,
      all: new Map([['warm', bidder]]),
      active: () => bidder,
      known: () => bidder,
      disabledMessage: () => undefined,
      paramsSchema: () => undefined,
      paramsErrors: (_code, params) => services.bidders.paramsErrors(core.code, params),
    },
    // Known: a host may require that.
    accounts: { find: (id) => ({ kind: 'found', account: { ...config.account_defaults, id, disabled: false } }) },
    bidCache: { address: bidCache.address, put: (puts) => ({ ids: puts.map(() => 'warm'), errors: [] }) },
    vendorLists: { list: () => NO_VENDORS, live: () => NO_VENDORS },
    transport: callsOnly(endpoint, transport),
    // Modules may call their vendors, and look-ups of places are counted.
    geo: undefined,
    adsCert: undefined,
    previousAuctions: undefined,
    hooks: undefined,
  };
}
