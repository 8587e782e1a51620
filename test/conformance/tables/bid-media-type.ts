/** Topic `bid-media-type`: media type of untyped bids, and bids of stored auction responses. */
import { extMediaType, mediaTypeOf } from '#src/auction/adjust/media-type.ts';
import { readStoredAuction } from '#src/auction/adjust/stored-auction.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

type In = { op: string; bid: Bid; stored: { [impId: string]: string } };

/** `{$raw}` is text that is not JSON: a malformed extension. */
const readable = (bid: Bid): Bid => (bid.ext && '$raw' in bid.ext ? { ...bid, ext: undefined } : bid);

export function run(row: Row): Record<string, unknown> {
  const { op, bid, stored } = row.in as In;
  try {
    if (op === 'ext') return { type: extMediaType(readable(bid)) };
    if (op === 'mtype-or-ext') return { type: mediaTypeOf(readable(bid)) };
    const seats = readStoredAuction(new Map(Object.entries(stored)));
    const bids = [...seats].map(([seat, { bids: of }]) => [seat, of]);
    return { seats: Object.fromEntries(bids), bidders: [...seats.keys()] };
  } catch (cause) {
    return { error: errorMessage(cause) };
  }
}
