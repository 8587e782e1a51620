/** Decodes the merged body into the request, and moves fields of OpenRTB 2.4 and 2.5. */
import { decodeRequest } from '#src/openrtb/decode.ts';
import { upConvert } from '#src/openrtb/versions.ts';
import type { Auction } from '../auction.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';

/** Checks every field's type and sets `auction.request`, or rejects with the decoder's message. */
export function decodeBody(auction: Auction, { config, dialect }: Services): void {
  const decoded = decodeRequest(auction.body, config.rules.coerceTypes);
  if ('error' in decoded) auction.rejection = invalid(dialect.validate.undecodable(decoded.error));
  else {
    auction.request = decoded.value;
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
