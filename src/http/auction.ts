/** `POST /openrtb2/auction` (docs/endpoints/auction.md) */
import type { FastifyInstance } from 'fastify';
import { rejectWhenBusy } from './busy.ts';
import { type AuctionHost, runEndpoint } from './run-auction.ts';

export function registerAuction(app: FastifyInstance, host: AuctionHost): void {
  app.post('/openrtb2/auction', { onRequest: rejectWhenBusy('auction', host) }, (request, reply) =>
    runEndpoint('auction', request, reply, host),
  );
}
