/** A request modules do not want: how much of it the answer needs, and the refusal (auction-request.md 2.7). */
import type { Auction } from '#src/auction/auction.ts';
import { parseObject } from '#src/auction/validate/parse.ts';
import type { Ext, RequestExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Rejection } from './outcome.ts';

/** Ends the auction with the module's reason. */
export function refuse(auction: Auction, { nbr, message }: Rejection): void {
  auction.refusal = { kind: 'module', messages: [message], nbr };
}

/** Takes from a body that was never read what the answer goes by: id, wishes for traces, our word. */
export function readTextAsked(auction: Auction): void {
  const parsed = parseObject(auction.intake.text);
  if ('error' in parsed) return;
  if (parsed.met) auction.word = 'prebid';
  readBodyAsked(auction, parsed.value);
}

/** Takes from a body that was not checked what the answer goes by. */
export function readBodyAsked(auction: Auction, { id, test, ext }: Ext): void {
  auction.request = {
    id: typeof id === 'string' ? id : '',
    imp: [],
    ...(test === 1 ? { test } : {}),
    ...(isObject(ext) && (ext['srv'] === undefined || isObject(ext['srv'])) ? { ext: ext as RequestExt } : {}),
  };
}
