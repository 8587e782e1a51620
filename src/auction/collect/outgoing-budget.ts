/** The limit of all bytes that one auction sends to bidders: a request with many aliases multiplies its own size. */
import type { Auction } from '../auction.ts';
import { OWN, WARN } from '../diagnostics.ts';
import type { Services } from '../services.ts';

/** Counts a call's body; an error message if the auction may not send that much more. The first such call of an auction adds a warning. */
export function exceedsBudget(body: string | undefined, auction: Auction, { config }: Services): string | undefined {
  if (body === undefined) return undefined;
  const max = config.http_client.max_auction_bytes;
  const bytes = Buffer.byteLength(body);
  if (auction.outgoingBytes + bytes <= max) {
    auction.outgoingBytes += bytes;
    return undefined;
  }
  const warning = `calls of this auction exceed ${max} bytes; some bidders are not called`;
  const { warnings } = auction.diagnostics;
  if (!warnings.get(OWN)?.some(({ message }) => message === warning)) auction.diagnostics.warn(OWN, WARN.unknown, warning);
  return `not called: the calls of this auction exceed ${max} bytes`;
}
