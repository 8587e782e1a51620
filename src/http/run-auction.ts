/** From an HTTP request to the response of its auction: shared by the endpoints that run auctions. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuctionContext } from '#machines/auction-context.ts';
import { observeAuction } from '#machines/observe.ts';
import { runAuction } from '#machines/run.ts';
import { storeRequests } from '#machines/store-requests.ts';
import type { Auction, EndpointName, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { recordPreviousAuctions } from '#src/auction/publish/previous-auctions.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import type { AuctionCounts } from '#src/metrics/auctions.ts';
import { beginRecording } from '#src/replay/recording.ts';
import type { Admission } from './admission.ts';
import { sendBusy } from './busy.ts';
import { compress } from './compress.ts';
import { clientOf, toIncoming } from './incoming.ts';
import { expectedTmax } from './tmax.ts';

/** Services of endpoints that run auctions. */
export interface AuctionHost {
  readonly services: Services;
  readonly stages: AuctionContext['stages'];
  readonly admission: Admission;
  /** Counts every auction at its end. */
  readonly counts?: AuctionCounts | undefined;
}

/** Runs one auction as soon as it is admitted and sends its response; a client disconnect ends the auction. */
export function runEndpoint(endpoint: EndpointName, request: FastifyRequest, reply: FastifyReply, host: AuctionHost): Promise<void> {
  const incoming = toIncoming(request);
  // The auction owns the body, and releases it once read.
  request.body = undefined;
  return new Promise((resolve) => {
    host.admission.admit({
      tmaxMs: () => expectedTmax(incoming.body, host.services.config.auction_timeouts_ms),
      start: (waitedMs) => startAuction(endpoint, { ...incoming, waitedMs: Math.round(waitedMs) }, { request, reply, sent: resolve }, host),
      reject: () => {
        sendBusy(endpoint, reply, host);
        resolve();
      },
    });
  });
}

/** The HTTP side of one auction. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Called when the response is sent, or cannot be. */
  readonly sent: () => void;
}

function startAuction(endpoint: EndpointName, incoming: Incoming, { request, reply, sent }: Exchange, host: AuctionHost): void {
  const { services, admission, counts } = host;
  const client = clientOf(request);
  const recording = beginRecording(services);
  const used = recording?.services ?? services;
  const finish = (ended: Auction): void => {
    client.removeListener('close', onDisconnect);
    admission.release((services.clock.micros() - ended.startedUs) / 1000);
    const { clientResponse: made } = ended;
    if (made && !client.destroyed) {
      reply.code(made.status).headers(made.headers);
      compress(request, reply, made.body, services.config.compression.response.enable_gzip, sent);
    } else sent();
    counts?.ended(ended);
    publishEnd(ended, services);
    recordPreviousAuctions(ended, services);
  };
  const auction = newAuction(endpoint, incoming, used, finish);
  recording?.attach(auction);
  const running = { disconnect: (): void => {} };
  const onDisconnect = (): void => running.disconnect();
  // A client may send several requests before the first response: each has its listener.
  client.setMaxListeners(0).once('close', onDisconnect);
  running.disconnect = runAuction(auction, used, storeRequests(host.stages, services), observeAuction(auction, services)).disconnect;
  if (client.destroyed) onDisconnect();
}
