/** Responses in the server's own form: bids with their deal priority. */
import { z } from 'zod';
import type { MadeBids, TypedBid } from '../../bidder.ts';
import { badServer, generic } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import { decodeResponse } from '../../kit/response.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';

const typedBid = z.object({ bid: z.object({}), dealPriority: z.int() });
const readBody = readerOf(z.object({ currency: z.string(), typedBids: z.array(typedBid), error: z.string() }));

type Extras = (bid: Lenient<z.input<typeof typedBid>>) => Pick<TypedBid, 'dealPriority'>;

/** All bids are banners; one malformed bid makes the complete response unreadable. */
export function readResponse({ response }: ResponseContext<unknown>, extrasOf: Extras): MadeBids {
  const body = parseObject(response.body);
  const found = typeof body === 'string' ? body : readBody(body);
  if (typeof found === 'string') return { errors: [badServer(found)] };
  if (found.error) return { errors: [generic(`Server error: ${found.error}.`)] };
  const { typedBids = [] } = found;
  const decoded = decodeResponse(JSON.stringify({ seatbid: [{ bid: typedBids.map(({ bid = {} }) => bid) }] }));
  if (typeof decoded === 'string') return { errors: [badServer(decoded)] };
  const [{ bid: bids } = { bid: [] }] = decoded.seatbid ?? [];
  const made = bids.map((bid, index): TypedBid => ({ bid, type: 'banner', ...extrasOf(typedBids[index] ?? {}) }));
  return { result: { currency: found.currency ?? '', bids: made }, errors: [] };
}
