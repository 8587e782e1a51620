/**
 * Runs auctions before the host reports that it is ready, through sockets and the host's own settings, against a bidder in this process: code
 * that runs for the first time is slow, which no publisher should pay for.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { Admission } from '#src/http/admission.ts';
import { registerAuction } from '#src/http/auction.ts';
import { makeServer } from '#src/http/server.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import { PoolTransport } from '#src/net/http.ts';
import type { Transport } from '#src/net/transport.ts';
import { stages } from './app.ts';
import { warmUpServices } from './warm-up-services.ts';
import { WARM_UP_BIDS, warmUpRequest } from './warm-up-traffic.ts';

const AT_ONCE = 4;
/** ms after which a slow machine starts without more. */
const MAX_MS = 500;

/** One auction of this many is subject to the GDPR. */
const GDPR_SHARE = 4;

/** Of this process alone: in a cluster, workers would share their ports. */
const LOOPBACK = { port: 0, host: '127.0.0.1', exclusive: true };

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A bidder that reads a request and bids. */
async function startBidder(): Promise<Server> {
  const bidder = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(WARM_UP_BIDS));
  });
  bidder.listen(LOOPBACK);
  await once(bidder, 'listening');
  return bidder;
}

async function startApp(services: Services): Promise<FastifyInstance> {
  const app = makeServer(services);
  const admission = new Admission({ ...services.config.admission, max_wait_ms: 60_000 });
  registerAuction(app, { services, stages, admission, counts: new AuctionCounts(services) });
  await app.listen(LOOPBACK);
  return app;
}

/** Sends `count` auctions, a few at once, until time is over. */
async function sendAuctions(transport: Transport, uri: string, count: number): Promise<void> {
  const [plain, underGdpr] = [warmUpRequest(0), warmUpRequest(1)];
  const endAt = performance.now() + MAX_MS;
  let sent = 0;
  const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/json' };
  const send = (): Promise<void> =>
    new Promise((resolve) => {
      const body = sent++ % GDPR_SHARE === 0 ? underGdpr : plain;
      transport.send({ bidder: 'warm-up', method: 'POST', uri, headers, body, gzip: false }, () => resolve());
    });
  const sendSome = async (): Promise<void> => {
    while (sent < count && performance.now() < endAt) await send();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
}

/** Settles when the code is warm, or after half a second. Never rejects: a host without loopback starts cold. `warm_up_auctions`: how many. */
export async function warmUp(services: Services): Promise<void> {
  const core = services.bidders.known('generic');
  const { config, log } = services;
  if (!core || config.warm_up_auctions === 0) return;
  const transport = new PoolTransport(config.http_client, config.rules.followRedirects);
  const open: { close(): unknown }[] = [transport];
  try {
    const bidder = await startBidder();
    open.push(bidder);
    const app = await startApp(warmUpServices(services, core, `http://127.0.0.1:${portOf(bidder)}/`, transport));
    open.push(app);
    await sendAuctions(transport, `http://127.0.0.1:${portOf(app.server)}/openrtb2/auction`, config.warm_up_auctions);
  } catch (cause) {
    log.warn({ failure: errorMessage(cause) }, 'warming up failed');
  }
  for (const each of open) await each.close();
}
