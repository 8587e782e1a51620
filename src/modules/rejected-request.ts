/** A request rejected by a module: reads the parts the response needs, and sets the rejection. */
import type { Auction } from '#src/auction/auction.ts';
import { parseObject } from '#src/auction/validate/parse.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext, RequestExt } from '#src/openrtb/ext.ts';
import type { Rejection } from './outcome.ts';

/** Ends the auction with the module's reason. */
export function reject(auction: Auction, { nbr, message }: Rejection): void {
  auction.rejection = { kind: 'module', messages: [message], nbr };
}

/** Reads the parts of an unparsed body that the response depends on: id, trace options, extension key. */
export function readUnparsed(auction: Auction): void {
  const parsed = parseObject(auction.input.body);
  if ('error' in parsed) return;
  if (parsed.extKey) auction.extKey = parsed.extKey;
  readUnvalidated(auction, parsed.value);
}

/** Reads the parts of an unvalidated body that the response depends on. */
export function readUnvalidated(auction: Auction, { id, test, ext }: Ext): void {
  auction.request = {
    id: typeof id === 'string' ? id : '',
    imp: [],
    ...(test === 1 ? { test } : {}),
    ...(isObject(ext) && (ext['srv'] === undefined || isObject(ext['srv'])) ? { ext: ext as RequestExt } : {}),
  };
}
