/** The one reply of an HTTP request made of an answer. */
import { productRecord } from '#src/wire/product.ts';
import { toOuter } from '#src/wire/rename.ts';
import type { Auction, Reply } from '../auction.ts';
import type { Services } from '../services.ts';

const JSON_TYPE = 'application/json';

/** The headers every answer carries (auction-exchange.md 15.4). */
export function replyHeaders(
  { incoming }: Pick<Auction, 'incoming'>,
  { config, version }: Services,
  contentType: string,
): Reply['headers'] {
  const headers: { [name: string]: string } = { 'Content-Type': contentType, [config.wire.version_header]: productRecord(version) };
  if (incoming.headers['sec-browsing-topics']) headers['Observe-Browsing-Topics'] = '?1';
  return headers;
}

/** A JSON reply in the caller's word, serialised once. */
export function jsonReply(body: object, auction: Auction, services: Services, contentType = JSON_TYPE): Reply {
  return { status: 200, headers: replyHeaders(auction, services, contentType), body: JSON.stringify(toOuter(body, auction.word)) };
}
