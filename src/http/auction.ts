/** `POST /openrtb2/auction` */
import type { FastifyInstance } from 'fastify';
import { type AuctionHost, runEndpoint } from './run-auction.ts';

export function registerAuction(app: FastifyInstance, host: AuctionHost): void {
  app.post('/openrtb2/auction', (request, reply) => runEndpoint('auction', request, reply, host));
}
