/** The merged body becomes the request (auction-request.md 6.1), and moves of OpenRTB 2.4 and 2.5 are made (6.2). */
import { decodeRequest } from '#src/wire/decode.ts';
import { invalid } from '#src/wire/refusal.ts';
import { upConvert } from '#src/wire/versions.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

/** Checks every member's type and sets `auction.request`, or refuses with the decoder's text. */
export function decodeBody(auction: Auction, { config, dialect }: Services): void {
  const decoded = decodeRequest(auction.body, config.rules.coerceTypes);
  if ('error' in decoded) auction.refusal = invalid(dialect.validate.undecodable(decoded.error));
  else {
    auction.request = decoded.value;
    auction.request.imp ??= [];
    auction.request.id ??= '';
  }
}

/** Old places to new ones; what stands there in a wrong form is refused. */
export function raiseVersion(auction: Auction, { config }: Services): void {
  const { coerceTypes, lenientOldSchain } = config.rules;
  const fault = upConvert(auction.request, coerceTypes, lenientOldSchain);
  if (fault !== undefined) auction.refusal = invalid(fault);
}
