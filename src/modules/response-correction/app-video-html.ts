/** Video bids of apps with HTML markup: they become banners, since a player cannot render them. */
import type { Draft } from 'immer';
import type { AuctionBid } from '#src/auction/bid.ts';
import { isObject } from '#src/json/merge.ts';
import { parseJsonObject } from '#src/json/parse.ts';

/** `<VAST `, with blanks before the word and white space after it, anywhere in the markup. */
function isVast(markup: string): boolean {
  const lower = markup.toLowerCase();
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
    const word = nextWord(lower, at + 1);
    if (lower.startsWith('vast', word) && isBlank(lower.charCodeAt(word + 4))) return true;
  }
  return false;
}

const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

function nextWord(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Whether the markup is a native response: JSON with a field `assets`. */
function isNative(markup: string): boolean {
  const value = markup.includes('"assets"') ? parseJsonObject(markup) : undefined;
  return value !== undefined && 'assets' in value;
}

/** Makes a bid with HTML a banner whose `meta.mediaType` is video. @returns whether the bid changed */
export function correctBid(bid: Draft<AuctionBid>): boolean {
  const { adm } = bid.bid;
  if (typeof adm !== 'string' || (bid.type === 'video' && isVast(adm)) || isNative(adm)) return false;
  bid.type = 'banner';
  bid.bid.ext ??= {};
  const { ext } = bid.bid;
  const srv = isObject(ext['srv']) ? ext['srv'] : {};
  ext['srv'] = { ...srv, type: 'banner', meta: { ...(isObject(srv['meta']) ? srv['meta'] : {}), mediaType: 'video' } };
  // The response has the adapter's meta if there is one.
  if (bid.meta) bid.meta = { ...bid.meta, mediaType: 'video' };
  return true;
}
