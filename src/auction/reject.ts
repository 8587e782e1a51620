/** The `reject` state: converts a rejection to the HTTP response, in this one place. */

import type { RejectionDialect } from '#src/dialect/contract/rejection.ts';
import { bounded, MAX_BODY } from '#src/lang/bounded.ts';
import { rejectBuiltRequest } from '#src/modules/stages/entrypoint.ts';
import { finishResponse } from '#src/modules/stages/response.ts';
import { messageWithExtKey } from '#src/openrtb/rename.ts';
import type { Auction, ClientResponse } from './auction.ts';
import { ampModuleClientResponse } from './endpoints/amp/client-response.ts';
import { videoRejectionBody } from './endpoints/video/client-response.ts';
import { type AuctionRejection, internalError, type RejectionKind } from './rejection.ts';
import { jsonClientResponse } from './response/client-response.ts';
import type { Services } from './services.ts';

/** Errors of an AMP request that a module's rejection at the entrypoint replaces: a request that it rejects is not validated. */
const CLIENT_ERRORS: ReadonlySet<RejectionKind> = new Set([
  'invalid',
  'blockedApp',
  'accountDisabled',
  'accountRequired',
  'accountMalformed',
]);

/** Sets `auction.clientResponse` from `auction.rejection`; waits only for a module. */
export function reject(auction: Auction, services: Services): void | Promise<void> {
  if (auction.endpoint === 'amp' && auction.rejection && CLIENT_ERRORS.has(auction.rejection.kind)) rejectBuiltRequest(auction);
  const auctionRejection = auction.rejection ?? internalError;
  if (auctionRejection.kind === 'module') return respondWithoutBids(auctionRejection, auction, services);
  const { rejection } = services.dialect;
  const headers = { [services.config.wire.version_header]: `auctor/${services.version}` };
  const body = auction.endpoint === 'video' ? videoRejectionBody(auctionRejection, auction, services) : bodyOf(auctionRejection, rejection);
  auction.clientResponse = {
    status: rejection.status[auctionRejection.kind],
    headers: { ...headers, ...extraHeaders(auction) },
    body: bounded(messageWithExtKey(body, auction.extKey), MAX_BODY),
  };
}

/**
 * A request rejected by a module gets an ordinary response without bids. It is complete from the start, in case the last hooks never end.
 */
function respondWithoutBids({ nbr = 0 }: AuctionRejection, auction: Auction, services: Services): void | Promise<void> {
  auction.response = services.dialect.response.withoutBids(auction.request.id, nbr);
  emptyClientResponse(auction, services);
  return finishResponse(auction, services, emptyClientResponse);
}

function emptyClientResponse(auction: Auction, services: Services): void {
  if (auction.endpoint === 'amp') auction.clientResponse = ampModuleClientResponse(auction, services);
  else
    auction.clientResponse = jsonClientResponse(
      auction.endpoint === 'video' ? { adPods: [] } : (auction.response ?? {}),
      auction,
      services,
    );
}

function extraHeaders(auction: Auction): ClientResponse['headers'] {
  const topics = auction.incoming.headers['sec-browsing-topics'] ? { 'Observe-Browsing-Topics': '?1' } : {};
  return { ...topics, 'Content-Type': 'text/plain; charset=utf-8' };
}

const bodyOf = (rejection: AuctionRejection, { body }: RejectionDialect): string =>
  rejection.kind === 'failed' ? `Critical error while running the auction: ${rejection.messages.join(', ')}` : body(rejection);
