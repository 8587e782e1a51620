/** Decodes the merged body into the request, and moves fields of OpenRTB 2.4 and 2.5. */
import { notedSpellings } from '#src/json/spelling.ts';
import { decodeRequest } from '#src/openrtb/decode.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';
import { upConvert } from '#src/openrtb/versions.ts';
import type { Auction } from '../auction.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';
import { extensionError } from './extensions.ts';
import { fillGpc } from './gpc.ts';

/**
 * On a host that coerces types the body is decoded before stored data and account are looked up: wrong types are the first error, a single
 * imp is a list, and the caller's GPC header overrides stored data. Extensions of imps are checked with their stored ids.
 */
export function decodeCaller(auction: Auction, { config, dialect }: Services): void {
  if (!config.rules.coerceTypes) return;
  const decoded = decodeRequest(auction.body, true);
  if ('error' in decoded) {
    auction.rejection = invalid(dialect.validate.undecodable(decoded.error));
    return;
  }
  const error = extensionError({ ...decoded.value, imp: [] }, true);
  if (error === undefined) fillGpc(decoded.value, auction.incoming.headers);
  else auction.rejection = invalid(dialect.validate.badExtension(error));
}

/** Checks every field's type and sets `auction.request`, or rejects with the decoder's message. */
export function decodeBody(auction: Auction, { config, dialect }: Services): void {
  const before = notedSpellings();
  const decoded = decodeRequest(auction.body, config.rules.coerceTypes);
  if ('error' in decoded) auction.rejection = invalid(dialect.validate.undecodable(decoded.error));
  else {
    auction.request = decoded.value;
    // Our extension object in a field whose name was written in another case has its own name still.
    if (notedSpellings() !== before) normaliseExt(auction.request);
    auction.request.imp ??= [];
    auction.request.id ??= '';
  }
}

/** Moves old fields to their new locations; malformed ones are rejected. */
export function raiseVersion(auction: Auction, { config, dialect }: Services): void {
  const { coerceTypes, lenientOldSchain } = config.rules;
  const error = upConvert(auction.request, coerceTypes, lenientOldSchain);
  if (error !== undefined) auction.rejection = invalid(dialect.validate.badExtension(error));
}
