/** The `reject` state: converts a rejection to the HTTP response, in this one place. */
import { rejectBuiltRequest } from '#src/modules/stages/entrypoint.ts';
import { finishResponse } from '#src/modules/stages/response.ts';
import { messageWithExtKey } from '#src/openrtb/rename.ts';
import type { Auction, ClientResponse } from './auction.ts';
import { ampModuleClientResponse } from './endpoints/amp/client-response.ts';
import { videoRejectionBody } from './endpoints/video/client-response.ts';
import type { AuctionRejection, RejectionKind } from './rejection.ts';
import { jsonClientResponse } from './response/client-response.ts';
import type { Services } from './services.ts';
import { isJavaShape } from './shape.ts';

type Variant = Services['config']['variant'];

/** HTTP status of each kind of rejection in either variant. */
export const STATUS: { readonly [kind in RejectionKind]: { readonly [variant in Variant]: number } } = {
  invalid: { go: 400, java: 400 },
  tooLarge: { go: 400, java: 413 },
  blockedApp: { go: 503, java: 503 },
  accountDisabled: { go: 503, java: 503 },
  accountRequired: { go: 400, java: 401 },
  accountMalformed: { go: 500, java: 400 },
  module: { go: 200, java: 200 },
  failed: { go: 500, java: 500 },
  clientDisconnected: { go: 499, java: 499 },
};

/** An AMP request that a module rejected on entry gets this response, whatever other errors it has. */
const CLIENT_ERRORS: ReadonlySet<RejectionKind> = new Set([
  'invalid',
  'blockedApp',
  'accountDisabled',
  'accountRequired',
  'accountMalformed',
]);

const PREFIX: { readonly [variant in Variant]: string } = { go: 'Invalid request: ', java: 'Invalid request format: ' };

/** Sets `auction.reply` from `auction.refusal`; waits only for a module. */
export function reject(auction: Auction, services: Services): void | Promise<void> {
  if (auction.endpoint === 'amp' && auction.rejection && CLIENT_ERRORS.has(auction.rejection.kind)) rejectBuiltRequest(auction);
  const rejection = auction.rejection ?? { kind: 'failed', messages: ['no reason given'] };
  if (rejection.kind === 'module') return respondWithoutBids(rejection, auction, services);
  const { variant, wire } = services.config;
  const headers = { [wire.version_header]: `auctor/${services.version}` };
  const body = auction.endpoint === 'video' ? videoRejectionBody(rejection, auction, services) : bodyOf(rejection, variant);
  auction.clientResponse = {
    status: STATUS[rejection.kind][variant],
    headers: { ...headers, ...extraHeaders(auction) },
    body: messageWithExtKey(body, auction.extKey),
  };
}

/**
 * A request rejected by a module gets an ordinary response without bids. It is complete from the start, in case the last hooks never end.
 */
function respondWithoutBids({ nbr = 0 }: AuctionRejection, auction: Auction, services: Services): void | Promise<void> {
  auction.response = isJavaShape(services.config) ? { id: auction.request.id, seatbid: [] } : { id: auction.request.id, nbr };
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

function bodyOf({ kind, messages, isBare }: AuctionRejection, variant: Variant): string {
  if (kind === 'failed') return `Critical error while running the auction: ${messages.join(', ')}`;
  if (variant === 'go') return messages.map((message) => `${PREFIX.go}${message}\n`).join('');
  if (kind === 'invalid' && !isBare) return messages.map((message) => `${PREFIX.java}${message}`).join('\n');
  return messages.join('\n');
}
