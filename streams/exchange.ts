/** What one call of a bidder looks like on the wire: its text, its address, the headers every call carries. */
import type { Auction, BidderTask } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { Call } from '#src/bidders/bidder.ts';
import { outgoingProduct } from '#src/wire/product.ts';
import { toOuter } from '#src/wire/rename.ts';

/** The body as sent, before compression; our word as bidders of this host see it (decisions row 1). */
export function sentText(call: Call, auction: Auction, services: Services): string | undefined {
  if (call.body === undefined || typeof call.body === 'string') return call.body;
  const rule = services.config.wire.bidder_extension;
  return JSON.stringify(toOuter(call.body, rule === 'follow' ? auction.word : rule));
}

export const callUri = (call: Call): string => call.uri;

/** What no header may hold: adapters hand on what devices and pages say. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNFIT = /[\u0000-\u0008\u000a-\u001f\u007f\u0100-\uffff]/g;

const harmless = (value: string | readonly string[]): string | readonly string[] =>
  typeof value === 'string' ? value.replace(UNFIT, '?') : value.map((one) => one.replace(UNFIT, '?'));

/** The adapter's headers, then those of every call (auction-exchange.md 5.1). */
export function callHeaders(
  call: Call,
  auction: Auction,
  _task: BidderTask,
  services: Services,
): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {};
  for (const name in call.headers) headers[name] = harmless(call.headers[name] ?? '');
  headers[services.config.wire.version_header] = outgoingProduct(auction.request, services.version);
  if (auction.incoming.headers['sec-gpc'] === '1') headers['Sec-GPC'] = '1';
  return headers;
}
