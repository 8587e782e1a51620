/** Topic `bid-media-type`: media type of untyped bids, and bids of stored auction responses. */
import { extMediaType, mediaTypeOf } from '#src/auction/adjust/media-type.ts';
import { readStoredAuction } from '#src/auction/adjust/stored-auction.ts';
import type { Result } from '#src/lang/result.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

type In = { op: string; bid: Bid | null; stored: { [impId: string]: string } | null };

const readable = (bid: Bid | null): Bid => ({ ...bid, impid: bid?.impid ?? '' }) as Bid;

export function run(row: Row): Record<string, unknown> {
  const { op, bid, stored } = row.in as In;
  if (op === 'ext') return shown(extMediaType(readable(bid)));
  if (op === 'mtype-or-ext') return shown(mediaTypeOf(readable(bid)));
  const seats = readStoredAuction(new Map(Object.entries(stored ?? {})));
  if ('error' in seats) return seats;
  const bids = [...seats.value].map(([seat, { bids: of }]) => [seat, of]);
  return { seats: Object.fromEntries(bids), bidders: [...seats.value.keys()] };
}

const shown = (type: Result<string>): Record<string, unknown> => ('error' in type ? type : { type: type.value });
