/** `POST /openrtb2/auction` (docs/endpoints/auction.md) */
import type { FastifyInstance } from 'fastify';
import { rejectWhenBusy } from './busy.ts';
import { type AuctionHost, runEndpoint } from './run-auction.ts';

const path = '/openrtb2/auction';

export function registerAuction(app: FastifyInstance, host: AuctionHost): void {
  const onRequest = rejectWhenBusy(app, { endpoint: 'auction', method: 'POST', path }, host);
  app.post(path, { onRequest }, (request, reply) => runEndpoint('auction', request, reply, host));
}
