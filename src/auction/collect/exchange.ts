/** The HTTP request of one bidder call: its body, its address, the headers of every call. */

import type { Call } from '#src/bidders/bidder.ts';
import { decodeHeader } from '#src/lang/header-encoding.ts';
import { outgoingProduct } from '#src/openrtb/product.ts';
import { denormaliseCall } from '#src/openrtb/rename.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

/** The body as sent, before compression; with the extension key of calls to bidders. */
export function sentBody(call: Call, auction: Auction, services: Services): string | undefined {
  if (call.body === undefined || typeof call.body === 'string') return call.body;
  const rule = services.config.wire.bidder_extension;
  return JSON.stringify(denormaliseCall(call.body, rule === 'follow' ? auction.extKey : rule));
}

/** Characters no header may contain: adapters copy values from devices and pages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters on purpose
const UNFIT = /[\u0000-\u0008\u000a-\u001f\u007f]/;
const EVERY_UNFIT = new RegExp(UNFIT, 'g');

const withoutUnfit = (text: string): string => (UNFIT.test(text) ? text.replaceAll(EVERY_UNFIT, '?') : text);

const harmless = (value: string | readonly string[]): string | readonly string[] =>
  typeof value === 'string' ? withoutUnfit(value) : value.map(withoutUnfit);

/** Headers by which a browser describes itself. */
const HANDED_ON = ['Sec-GPC', 'Save-Data', 'Sec-CH-UA', 'Sec-CH-UA-Mobile', 'Sec-CH-UA-Platform'] as const;

export interface SharedHeaders {
  /** Headers of every call. */
  readonly own: { readonly [name: string]: string };
  /** Headers that an adapter's own ones override; absent: none. */
  readonly handedOn?: { readonly [name: string]: string } | undefined;
}

/** Headers shared by every call of an auction. */
export function sharedHeaders({ request, incoming }: Auction, { config, dialect, version }: Services): SharedHeaders {
  const { headers } = incoming;
  const product = outgoingProduct(request, version, dialect.fanOut.product);
  const { version_header } = config.wire;
  if (config.rules.forwardBrowserHeaders) return { own: { [version_header]: product }, handedOn: handedOn(headers) };
  return { own: headers['sec-gpc'] === '1' ? { [version_header]: product, 'Sec-GPC': '1' } : { [version_header]: product } };
}

function handedOn(headers: Auction['incoming']['headers']): SharedHeaders['handedOn'] {
  const found: Record<string, string> = {};
  for (const name of HANDED_ON) {
    const value = headers[name.toLowerCase()];
    if (value) found[name] = withoutUnfit(decodeHeader(value));
  }
  return found;
}

/** The adapter's headers, then those of every call. */
export function callHeaders(call: Call, { own, handedOn }: SharedHeaders): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {};
  for (const name in call.headers) headers[name] = harmless(call.headers[name] ?? '');
  for (const name in handedOn) if (!isThere(call, name)) headers[name] = handedOn[name] ?? '';
  for (const name in own) headers[name] = own[name] ?? '';
  return headers;
}

function isThere({ headers }: Call, name: string): boolean {
  const wanted = name.toLowerCase();
  for (const each in headers) if (each.toLowerCase() === wanted) return true;
  return false;
}
