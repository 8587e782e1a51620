/** From an HTTP request to the response of its auction: shared by the endpoints that run auctions. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuctionContext } from '#machines/auction-context.ts';
import { observeAuction } from '#machines/observe.ts';
import { runAuction } from '#machines/run.ts';
import type { EndpointName } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import type { AuctionCounts } from '#src/metrics/auctions.ts';
import { beginRecording } from '#src/replay/recording.ts';
import type { Admission } from './admission.ts';
import { compress } from './compress.ts';
import { toIncoming } from './incoming.ts';

/** Services of endpoints that run auctions. */
export interface AuctionHost {
  readonly services: Services;
  readonly stages: AuctionContext['stages'];
  readonly admission: Admission;
  /** Counts every auction at its end. */
  readonly counts?: AuctionCounts | undefined;
}

/** Runs one auction and sends its response; a client disconnect ends the auction. */
export function runEndpoint(endpoint: EndpointName, request: FastifyRequest, reply: FastifyReply, host: AuctionHost): Promise<void> {
  const { services, admission, counts } = host;
  if (!admission.enter()) {
    counts?.rejected(endpoint);
    const wait = String(services.config.admission.retry_after_seconds);
    reply.code(503).header('Retry-After', wait).type('text/plain; charset=utf-8').send('This server is busy: try again later.\n');
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const { socket } = request.raw;
    const recording = beginRecording(services);
    const asked = recording?.services ?? services;
    const auction = newAuction(endpoint, toIncoming(request), asked, (ended) => {
      socket.removeListener('close', left);
      admission.release();
      const { clientResponse: made } = ended;
      if (made && !socket.destroyed) {
        reply.code(made.status).headers(made.headers);
        compress(request, reply, made.body, services.config.compression.response.enable_gzip, resolve);
      } else resolve();
      counts?.ended(ended);
      publishEnd(ended, services);
    });
    recording?.attach(auction);
    const running = { disconnect: (): void => {} };
    const left = (): void => running.disconnect();
    socket.once('close', left);
    running.disconnect = runAuction(auction, asked, host.stages, observeAuction(auction, services)).disconnect;
  });
}
