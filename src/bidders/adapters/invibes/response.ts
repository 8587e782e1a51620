/** Responses in the server's own form: bids with their deal priority. */
import { z } from 'zod';
import type { MadeBids, TypedBid } from '../../bidder.ts';
import { badServer, generic } from '../../errors.ts';
import { type Lenient, readerOf, readJson } from '../../kit/reader.ts';
import { decodeResponse } from '../../kit/response.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';

const typedBid = z.object({ bid: z.object({}), dealPriority: z.int() });
const readBody = readerOf(z.object({ currency: z.string(), typedBids: z.array(typedBid), error: z.string() }));

type Extras = (bid: Lenient<z.input<typeof typedBid>>) => Pick<TypedBid, 'dealPriority'>;

/** All bids are banners; one malformed bid makes the complete response unreadable. */
export function readResponse({ response }: ResponseContext<unknown>, extrasOf: Extras): MadeBids {
  const found = readJson(response.body, readBody);
  if ('error' in found) return { errors: [badServer(found.error)] };
  if (found.value.error) return { errors: [generic(`Server error: ${found.value.error}.`)] };
  const { typedBids = [] } = found.value;
  const decoded = decodeResponse(JSON.stringify({ seatbid: [{ bid: typedBids.map(({ bid = {} }) => bid) }] }));
  if ('error' in decoded) return { errors: [badServer(decoded.error)] };
  const [{ bid: bids } = { bid: [] }] = decoded.value.seatbid ?? [];
  const made = bids.map((bid, index): TypedBid => ({ bid, type: 'banner', ...extrasOf(typedBids[index] ?? {}) }));
  return { result: { currency: found.value.currency ?? '', bids: made }, errors: [] };
}
