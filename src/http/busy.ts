/** 503 for requests that admission control rejects. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { AuctionCounts } from '#src/metrics/auctions.ts';
import type { Admission } from './admission.ts';
import { sendPlain } from './send.ts';

/** The part of a host that rejects. */
export interface AdmittingHost {
  readonly services: Pick<Services, 'config'>;
  readonly admission: Admission;
  readonly counts?: AuctionCounts | undefined;
}

const BODY = 'This server is busy: try again later.\n';

/** Sends 503 with `Retry-After` and counts the request. */
export function sendBusy(endpoint: EndpointName, reply: FastifyReply, { services, counts }: AdmittingHost): void {
  counts?.rejected(endpoint);
  const wait = String(services.config.admission.retry_after_seconds);
  sendPlain(reply.header('Retry-After', wait), 503, BODY);
}

/** A route hook: rejects before the body is read. Node discards the body, so that the connection stays usable. */
export const rejectWhenBusy =
  (endpoint: EndpointName, host: AdmittingHost) =>
  (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (host.admission.rejects()) sendBusy(endpoint, reply, host);
    else done();
  };
