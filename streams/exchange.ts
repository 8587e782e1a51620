/** What one call of a bidder looks like on the wire: its text, its address, the headers every call carries. */
import type { Auction } from '#src/auction/auction.ts';
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

/** What no header may hold: adapters hand on what devices and pages say. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNFIT = /[\u0000-\u0008\u000a-\u001f\u007f\u0100-\uffff]/;
const EVERY_UNFIT = new RegExp(UNFIT, 'g');

const harmlessText = (text: string): string => (UNFIT.test(text) ? text.replaceAll(EVERY_UNFIT, '?') : text);

const harmless = (value: string | readonly string[]): string | readonly string[] =>
  typeof value === 'string' ? harmlessText(value) : value.map(harmlessText);

/** What every call of an auction carries (auction-exchange.md 5.1). */
export function sharedHeaders({ request, incoming }: Auction, { config, version }: Services): { readonly [name: string]: string } {
  const product = outgoingProduct(request, version);
  const { version_header } = config.wire;
  return incoming.headers['sec-gpc'] === '1' ? { [version_header]: product, 'Sec-GPC': '1' } : { [version_header]: product };
}

/** The adapter's headers, then those of every call. */
export function callHeaders(call: Call, shared: ReturnType<typeof sharedHeaders>): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {};
  for (const name in call.headers) headers[name] = harmless(call.headers[name] ?? '');
  for (const name in shared) headers[name] = shared[name] ?? '';
  return headers;
}
