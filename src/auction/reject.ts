/** The `rejected` state: a refusal becomes the reply, in this one place (auction-request.md 2.6, 2.7). */
import { refuseBuiltRequest } from '#src/modules/stages/entrypoint.ts';
import { finishAnswer } from '#src/modules/stages/response.ts';
import type { Refusal, RefusalKind } from '#src/wire/refusal.ts';
import { textInWord } from '#src/wire/rename.ts';
import { ampModuleReply } from './amp/reply.ts';
import type { Auction, Reply } from './auction.ts';
import { jsonReply } from './respond/reply.ts';
import type { Services } from './services.ts';
import { isJavaShape } from './shape.ts';
import { videoRefusalBody } from './video/reply.ts';

type Variant = Services['config']['variant'];

/** Status of each kind in either variant (decisions row 17). */
export const STATUS: { readonly [kind in RefusalKind]: { readonly [variant in Variant]: number } } = {
  invalid: { go: 400, java: 400 },
  tooLarge: { go: 400, java: 413 },
  blockedApp: { go: 503, java: 503 },
  accountDisabled: { go: 503, java: 503 },
  accountRequired: { go: 400, java: 401 },
  accountMalformed: { go: 500, java: 400 },
  module: { go: 200, java: 200 },
  failed: { go: 500, java: 500 },
  clientGone: { go: 499, java: 499 },
};

/** An AMP call that a module turned away on entry is answered so, whatever else is wrong with it (amp-and-video.md section 2, step 16). */
const CALLERS_FAULT: ReadonlySet<RefusalKind> = new Set([
  'invalid',
  'blockedApp',
  'accountDisabled',
  'accountRequired',
  'accountMalformed',
]);

const PREFIX: { readonly [variant in Variant]: string } = { go: 'Invalid request: ', java: 'Invalid request format: ' };

/** Sets `auction.reply` from `auction.refusal`; waits only where a module does. */
export function reject(auction: Auction, services: Services): void | Promise<void> {
  if (auction.entry === 'amp' && auction.refusal && CALLERS_FAULT.has(auction.refusal.kind)) refuseBuiltRequest(auction);
  const refusal = auction.refusal ?? { kind: 'failed', messages: ['no reason was given'] };
  if (refusal.kind === 'module') return answerWithoutBids(refusal, auction, services);
  const { variant, wire } = services.config;
  const headers = { [wire.version_header]: `auctor/${services.version}` };
  const body = auction.entry === 'video' ? videoRefusalBody(refusal, auction, services) : bodyOf(refusal, variant);
  auction.reply = {
    status: STATUS[refusal.kind][variant],
    headers: { ...headers, ...extraHeaders(auction) },
    body: textInWord(body, auction.word),
  };
}

/**
 * What modules turned away is answered like any other request, without bids (auction-exchange.md 15.3 and 20.5). A reply stands
 * from the start, should the last hooks not come to an end.
 */
function answerWithoutBids({ nbr = 0 }: Refusal, auction: Auction, services: Services): void | Promise<void> {
  auction.response = isJavaShape(services.config) ? { id: auction.request.id, seatbid: [] } : { id: auction.request.id, nbr };
  replyWithoutBids(auction, services);
  return finishAnswer(auction, services, replyWithoutBids);
}

function replyWithoutBids(auction: Auction, services: Services): void {
  if (auction.entry === 'amp') auction.reply = ampModuleReply(auction, services);
  else auction.reply = jsonReply(auction.entry === 'video' ? { adPods: [] } : (auction.response ?? {}), auction, services);
}

function extraHeaders(auction: Auction): Reply['headers'] {
  const topics = auction.incoming.headers['sec-browsing-topics'] ? { 'Observe-Browsing-Topics': '?1' } : {};
  return { ...topics, 'Content-Type': 'text/plain; charset=utf-8' };
}

function bodyOf({ kind, messages, isBare }: Refusal, variant: Variant): string {
  if (kind === 'failed') return `Critical error while running the auction: ${messages.join(', ')}`;
  if (variant === 'go') return messages.map((text) => `${PREFIX.go}${text}\n`).join('');
  if (kind === 'invalid' && !isBare) return messages.map((text) => `${PREFIX.java}${text}`).join('\n');
  return messages.join('\n');
}
