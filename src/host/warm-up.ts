/**
 * Runs auctions against a bidder in memory before the host reports that it is ready: the first auction of a cold process takes half a
 * second (code is not compiled yet), which no publisher should pay for.
 */
import { healthTransitions } from '#machines/bidder-health.ts';
import { runAuction } from '#machines/run.ts';
import type { Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { Exchanged, Outgoing } from '#src/net/transport.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { EventBus } from '#streams/events.ts';
import { stages } from './app.ts';

const MAX_AUCTIONS = 400;
const MAX_MS = 450;
const BIDDERS = ['warm1', 'warm2', 'warm3'];

const request = {
  id: 'warm-up',
  imp: ['a', 'b'].map((id) => ({
    id,
    banner: { format: [{ w: 300, h: 250 }] },
    ext: { prebid: { bidder: Object.fromEntries(BIDDERS.map((name) => [name, { placement: 1 }])) } },
  })),
  site: { page: 'https://publisher.example/page', publisher: { id: 'warm-up' } },
  user: { ext: { eids: [{ source: 'id.example', uids: [{ id: 'u' }] }] } },
  tmax: 500,
  ext: { prebid: { targeting: {}, cache: { bids: {} } } },
};

const bids = ['a', 'b'].map((id) => ({ id, impid: id, price: 1.23, adm: '<p></p>', crid: 'c', w: 300, h: 250, mtype: 1 }));
const response = JSON.stringify({ cur: 'USD', seatbid: [{ bid: bids }] });

const incoming: Incoming = {
  method: 'POST',
  path: '/openrtb2/auction',
  query: {},
  headers: { 'user-agent': 'auctor' },
  remoteAddress: '127.0.0.1',
  body: Buffer.from(JSON.stringify(request)),
};

/** The host's services without side effects: nothing external is called, counted or stored. */
function sealed(services: Services, core: KnownBidder): Services {
  const metrics = new MetricsRegistry();
  const bidder: KnownBidder = {
    code: 'warm',
    adapter: core.adapter,
    syncKey: 'warm',
    info: { ...core.info, enabled: true, endpoint: 'http://warm' },
  };
  return {
    ...services,
    log: silentLog,
    metrics,
    bus: new EventBus(),
    health: new HealthTracker(services.config.http_client, {
      random: services.random,
      metrics,
      log: services.log,
      transitions: healthTransitions,
    }),
    bidders: {
      ...services.bidders,
      all: new Map([['warm', bidder]]),
      active: () => bidder,
      known: () => bidder,
      disabledMessage: () => undefined,
      paramsSchema: () => undefined,
      paramsErrors: () => [],
    },
    accounts: { find: (id) => ({ kind: 'unknown', account: { ...services.config.account_defaults, id, disabled: false }, errors: [] }) },
    bidCache: { address: services.bidCache.address, put: (puts) => ({ ids: puts.map(() => 'warm'), errors: [] }) },
    transport: {
      send(_outgoing: Outgoing, done: (exchanged: Exchanged) => void) {
        setImmediate(done, { kind: 'response', response: { status: 200, headers: {}, body: response } });
        return () => {};
      },
      close: async () => {},
    },
  };
}

/** Settles when the code is warm, or after half a second. */
export async function warmUp(services: Services): Promise<void> {
  const core = services.bidders.known('generic');
  if (!core) return;
  const inside = sealed(services, core);
  const endAt = Date.now() + MAX_MS;
  for (let i = 0; i < MAX_AUCTIONS && Date.now() < endAt; i++) {
    await new Promise<void>((resolve) => {
      runAuction(
        newAuction('auction', incoming, inside, () => resolve()),
        inside,
        stages,
      );
    });
  }
}
